import { ScreenplayError } from '../../../errors/index.js';
import type { Warnings } from '../../../errors/index.js';
import { decodeXml } from '../../../syntax/text.js';
import { parseXml } from '../../../syntax/xml.js';
import { childrenOf } from '../../../syntax/xml-element.js';
import { noScriptIn, warnOfProblems } from '../../../syntax/xml-problems.js';
import { ROOT_ORDER } from '../mapping.js';
import type { FdxElement, FdxFile } from '../tree.js';

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
  if (!root) throw noScriptIn(document, '<Content>');
  if (root.name !== 'FinalDraft') {
    const message = `This is XML, but no Final Draft file: its root is <${root.name.slice(0, 60)}>, not <FinalDraft>`;
    throw new ScreenplayError('wrong_format', message, { at: document.position(root.offset) });
  }
  const contents = childrenOf(root, 'Content');
  const bare = root.children.some(isScript);
  if (contents.length === 0 && !bare) throw noScriptIn(document, '<Content>');
  warnOfProblems(document, warnings);
  if (contents.length === 0)
    warnings.add(
      'repaired',
      'The file has no <Content>; the paragraphs directly under <FinalDraft> were read as the script',
    );
  if (contents.length > 1)
    warnings.add('repaired', 'The file has more than one <Content>; they were read one after the other as the script');
  const parts = root.children.filter((child) => child.name !== 'Content' && (contents.length > 0 || !isScript(child)));
  const content =
    contents.length === 0 ? root.children.filter(isScript) : contents.flatMap((own) => scriptOf(own, parts, warnings));
  return { attributes: root.attributes, content, parts };
}

function isScript({ name }: FdxElement): boolean {
  return name === 'Paragraph' || name === 'DualDialogue';
}

/**
 * The script in an element: its children, and what stands in elements around several of them, which some programs put
 * there (`Body`, `Scene`). A part of the file that lies among them (a title page, mostly) joins `parts`.
 */
function scriptOf({ children }: FdxElement, parts: FdxElement[], warnings: Warnings, depth = 0): readonly FdxElement[] {
  if (children.every(isScript)) return children;
  const script: FdxElement[] = [];
  for (const child of children) {
    if (isScript(child)) script.push(child);
    else if (PARTS.has(child.name)) {
      warnings.add('repaired', `<${child.name}> stood inside the script and was read as a part of the file`);
      parts.push(child);
    } else if (holdsScript(child, depth)) {
      warnings.once('repaired', `<${child.name.slice(0, 60)}> is no element of the format; its paragraphs were read`);
      script.push(...scriptOf(child, parts, warnings, depth + 1));
    } else script.push(child);
  }
  return script;
}

/** Whether an element is a paragraph or holds one. */
function holdsScript(element: FdxElement, depth: number): boolean {
  return isScript(element) || (depth < MAX_WRAPPERS && element.children.some((child) => holdsScript(child, depth + 1)));
}

/** Elements around paragraphs that are taken off. */
const MAX_WRAPPERS = 8;
const PARTS: ReadonlySet<string> = new Set(ROOT_ORDER.filter((name) => name !== 'Content'));
