import { ScreenplayError } from '../../../errors/index.js';
import type { Warnings } from '../../../errors/index.js';
import { decodeXml } from '../../../syntax/text.js';
import { parseXml } from '../../../syntax/xml.js';
import { noScriptIn, warnOfProblems } from '../../../syntax/xml-problems.js';
import { isZip } from '../../../syntax/zip-table.js';
import { openZip } from '../../../syntax/zip.js';
import type { ZipArchive } from '../../../syntax/zip.js';
import { DOCUMENT } from '../descriptor.js';
import { canonical } from '../dialects.js';
import type { OsfFile } from '../tree.js';
import { readNumber } from '../values.js';

/**
 * Bytes of a Fade In file, or of the bare XML, -> its elements under the names of version 40. A damaged or truncated
 * file gives what can be read, with `repaired` warnings, as long as its script was reached.
 *
 * @throws ScreenplayError `malformed_input` (no XML, a damaged archive or one without a script, cut before the script),
 * `wrong_format` (XML or an archive of something else), `encrypted_document`, `empty_input`, `limit_exceeded`
 */
export function parseFadeIn(bytes: Uint8Array, warnings: Warnings): OsfFile {
  const packed = isZip(bytes);
  const decoded = decodeXml(packed ? unpack(openZip(bytes), warnings) : bytes);
  if (decoded.guessed !== undefined) warnings.add('encoding_guessed', decoded.guessed);
  if (decoded.text.trim() === '') {
    throw new ScreenplayError('empty_input', packed ? `${DOCUMENT} in the archive is empty` : 'The file is empty');
  }
  const document = parseXml(decoded.text);
  if (!document.root) throw noScriptIn(document, '<paragraphs>');
  const root = canonical(document.root);
  const paragraphs = root.children.find((child) => child.name === 'paragraphs');
  if (root.name !== 'document' || !(paragraphs || isDeclared(root.attributes['type']))) {
    const message = `This is XML, but no Fade In script: its root is <${root.name.slice(0, 60)}>, and it is no Open Screenplay Format document`;
    throw new ScreenplayError('wrong_format', message, { at: document.position(document.root.offset) });
  }
  if (!paragraphs) throw noScriptIn(document, '<paragraphs>');
  warnOfProblems(document, warnings);
  if (document.truncated) {
    warnings.add(
      'repaired',
      'The file ends too early; what it held after this place is missing',
      document.problems.at(-1)?.at,
    );
  }
  return {
    version: readNumber(root.attributes['version']) ?? 0,
    paragraphs: paragraphs.children,
    parts: root.children.filter((child) => child !== paragraphs && !child.name.startsWith('#')),
    tabbed: /\n\t+<(?:para|style)[\s>]/.test(decoded.text.slice(0, 20_000)),
  };
}

function isDeclared(type: string | undefined): boolean {
  return type !== undefined && /^\s*Open Screenplay Format/i.test(type);
}

/** The script in an archive; nothing else of it is unpacked. */
function unpack(archive: ZipArchive, warnings: Warnings): Uint8Array {
  const names = archive.entries.map(({ name }) => name);
  const script =
    names.find((name) => name === DOCUMENT) ?? names.find((name) => name.toLowerCase().endsWith(`/${DOCUMENT}`));
  if (script === undefined || script.startsWith('word/')) {
    throw new ScreenplayError('wrong_format', `The archive is no Fade In file: it holds no ${DOCUMENT}`);
  }
  const bytes = archive.read(script);
  if (archive.truncated)
    warnings.add('repaired', 'The archive is cut off; what could be unpacked of the script was read');
  else if (names.length > 1) {
    warnings.add('not_carried', `Other files in the archive (${names.length - 1}), such as pictures, are not carried`);
  }
  if (isZip(bytes)) {
    throw new ScreenplayError(
      'malformed_input',
      `${DOCUMENT} in the archive is an archive itself: give the file inside`,
    );
  }
  return bytes;
}
