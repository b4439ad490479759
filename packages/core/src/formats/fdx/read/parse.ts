import { ScreenplayError } from '../../../errors/index.js';
import type { Warnings } from '../../../errors/index.js';
import { decodeXml } from '../../../syntax/text.js';
import { parseXml } from '../../../syntax/xml.js';
import type { XmlDocument } from '../../../syntax/xml.js';
import { childOf } from '../../../syntax/xml-element.js';
import type { FdxFile } from '../tree.js';

/**
 * Bytes of a Final Draft file -> its elements. A damaged or truncated file gives what can be read, with `repaired`
 * warnings, as long as its script was reached.
 *
 * @throws ScreenplayError `empty_input`, `malformed_input` (no XML, or cut before the script), `wrong_format` (XML of
 * something else), `limit_exceeded`
 */
export function parseFdx(bytes: Uint8Array, warnings: Warnings): FdxFile {
  const decoded = decodeXml(bytes);
  if (decoded.guessed !== undefined) warnings.add('encoding_guessed', decoded.guessed);
  if (decoded.text.trim() === '') throw new ScreenplayError('empty_input', 'The file is empty');
  const document = parseXml(decoded.text);
  const { root } = document;
  if (!root) throw malformed(document);
  if (root.name !== 'FinalDraft') {
    const message = `This is XML, but no Final Draft file: its root is <${root.name.slice(0, 60)}>, not <FinalDraft>`;
    throw new ScreenplayError('wrong_format', message, { at: document.position(root.offset) });
  }
  const content = childOf(root, 'Content');
  if (!content && !root.children.some((child) => child.name === 'Paragraph')) throw malformed(document);
  for (const problem of document.problems) warnings.add('repaired', capital(problem.message), problem.at);
  if (content)
    return {
      attributes: root.attributes,
      content: content.children,
      parts: root.children.filter((c) => c !== content),
    };
  warnings.add(
    'repaired',
    'The file has no <Content>; the paragraphs directly under <FinalDraft> were read as the script',
  );
  return {
    attributes: root.attributes,
    content: root.children.filter((child) => child.name === 'Paragraph'),
    parts: root.children.filter((child) => child.name !== 'Paragraph'),
  };
}

function malformed({ root, problems, truncated }: XmlDocument): ScreenplayError {
  const [first] = problems;
  const what = !root
    ? 'The file is not XML'
    : truncated
      ? 'The file is cut off before its script begins'
      : 'The Final Draft file holds no script: it has no <Content>';
  const message = first ? `${what}: ${first.message}. Save it again in the program that wrote it` : what;
  return new ScreenplayError('malformed_input', message, first ? { at: first.at } : {});
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
