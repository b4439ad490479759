import { ScreenplayError } from '../errors/index.js';
import type { FormatDescriptor, FormatName } from '../ports/index.js';
import { decodeText } from '../syntax/text.js';
import { isZip, readZipTable } from '../syntax/zip-table.js';
import { requireBytes } from './codec.js';
import { FOREIGN } from './foreign.js';
import type { ForeignFormat, Sample } from './foreign.js';
import { formats } from './registry.js';

/** What is known of a file beside its bytes. */
export interface SourceHints {
  /** File name or path; its extension counts. */
  name?: string | undefined;
  /** MIME type, with or without parameters. */
  mimeType?: string | undefined;
}

/** How much of a file detection looks at. */
const HEAD = 16_384;
/** From this score on a format is sure. */
const SURE = 0.9;
/** From this score on a file may be what it claims, whatever else it resembles. */
const PLAUSIBLE = 0.5;
/** From this score on a file without a claim is taken for the format. */
const LIKELY = 0.2;

/** What a file looks like. */
interface Likeness {
  format: FormatName | undefined;
  /** In words, with an article. */
  title: string;
  remedy: string | undefined;
}

/**
 * The format of a file: by its name's extension; when that says nothing by its MIME type, unless the content belies it;
 * else by its content.
 *
 * @throws ScreenplayError `wrong_format` when the content is surely not what the extension says, naming what it looks
 *   like; `unsupported_format` for files of other programs, with what to do; `unknown_format`; `empty_input`.
 * @example
 * detect(bytes, { name: 'draft.fdx' }); // 'fdx'
 */
export function detect(source: Uint8Array, hints: SourceHints = {}): FormatName {
  const bytes = requireBytes(source);
  if (bytes.length === 0) throw new ScreenplayError('empty_input', 'The file is empty');
  const sample = takeSample(bytes);
  const extension = extensionOf(hints.name);
  const claimed = formatOf(extension)?.name;
  if (claimed) {
    refuseLie(sample, claimed, `The file is named ${extension}`);
    return claimed;
  }
  const seen = byMimeType(sample, hints.mimeType) ?? byContent(sample);
  if (seen) return seen;
  throw unrecognised(sample, extension);
}

/**
 * Lets a file pass that may be of the format that somebody says it has.
 *
 * @throws ScreenplayError `wrong_format` when it surely is something else.
 */
export function checkFormat(bytes: Uint8Array, format: FormatName): void {
  refuseLie(takeSample(bytes), format, `The file was given as ${format}`);
}

function takeSample(bytes: Uint8Array): Sample {
  const head = bytes.subarray(0, HEAD);
  return { head, text: decodeText(head).text, files: filesIn(bytes) };
}

function filesIn(bytes: Uint8Array): string[] {
  if (!isZip(bytes)) return [];
  try {
    return readZipTable(bytes).entries.map((entry) => entry.name);
  } catch {
    return []; // Damaged or forged: an archive of unknown content.
  }
}

/** `.fdx` of `drafts/Draft 3.FDX`; empty when there is none. */
function extensionOf(name: string | undefined): string {
  const last = name?.split(/[/\\]/).at(-1)?.trimEnd() ?? '';
  const dot = last.lastIndexOf('.');
  return dot > 0 || (dot === 0 && formatOf(last.toLowerCase())) ? last.slice(dot).toLowerCase() : '';
}

function formatOf(extension: string): FormatDescriptor | undefined {
  return formats().find((format) => format.extensions.includes(extension));
}

function refuseLie(sample: Sample, claimed: FormatName, saying: string): void {
  const seen = sureLikeness(sample);
  if (!seen || seen.format === claimed) return;
  const descriptor = formats().find((format) => format.name === claimed);
  if (seen.format !== undefined && descriptor && score(descriptor, sample) >= PLAUSIBLE) return;
  const remedy = seen.remedy ?? `rename it, or say that it is ${seen.format ?? 'something else'}`;
  throw new ScreenplayError('wrong_format', `${saying}, but it looks like ${seen.title}: ${remedy}`, {
    details: { claimed, ...(seen.format === undefined ? {} : { looks_like: seen.format }) },
  });
}

/** What a file surely is. */
function sureLikeness(sample: Sample): Likeness | undefined {
  const foreign = recogniseForeign(sample);
  if (foreign) return foreignLikeness(foreign);
  const best = bestMatch(sample);
  if (best && best.score >= SURE) {
    const [extension = best.format.name] = best.format.extensions;
    return { format: best.format.name, title: `a ${extension} file`, remedy: undefined };
  }
  return isBinary(sample.text)
    ? { format: undefined, title: 'binary data', remedy: 'give the script itself' }
    : undefined;
}

function foreignLikeness({ title, remedy }: ForeignFormat): Likeness {
  return { format: undefined, title, remedy };
}

function byMimeType(sample: Sample, mimeType: string | undefined): FormatName | undefined {
  const essence = mimeType?.split(';')[0]?.trim().toLowerCase();
  const format = formats().find((one) => essence !== undefined && one.mimeTypes.includes(essence));
  if (!format) return undefined;
  const seen = sureLikeness(sample);
  const borneOut = seen ? seen.format === format.name : score(format, sample) > 0 || byContent(sample) === undefined;
  return borneOut ? format.name : undefined;
}

function byContent(sample: Sample): FormatName | undefined {
  if (recogniseForeign(sample)) return undefined;
  const best = bestMatch(sample);
  return best && best.score >= (isBinary(sample.text) ? SURE : LIKELY) ? best.format.name : undefined;
}

function bestMatch(sample: Sample): { format: FormatDescriptor; score: number } | undefined {
  let best: { format: FormatDescriptor; score: number } | undefined;
  for (const format of formats()) {
    const found = score(format, sample);
    if (found > (best?.score ?? 0)) best = { format, score: found };
  }
  return best;
}

function score(format: FormatDescriptor, sample: Sample): number {
  return format.sniff(sample.head, sample.text, sample.files);
}

function unrecognised(sample: Sample, extension: string): ScreenplayError {
  const foreign = recogniseForeign(sample) ?? foreignByExtension(extension);
  if (foreign) {
    const message = `The file looks like ${foreign.title}, which cannot be read here: ${foreign.remedy}`;
    return new ScreenplayError('unsupported_format', message);
  }
  if (sample.text.trim() === '') return new ScreenplayError('empty_input', 'The file holds nothing but blanks');
  const names = formats().map((format) => format.name);
  const what = isBinary(sample.text) ? 'binary data of no known kind' : rootOf(sample.text);
  return new ScreenplayError(
    'unknown_format',
    `The file looks like ${what}: if it is a script, say its format (${names.join(', ')})`,
  );
}

function rootOf(text: string): string {
  const root = /^[\s\uFEFF]*</.test(text) ? /<([A-Za-z_][\w.:-]{0,40})[\s/>]/.exec(text)?.[1] : undefined;
  return root === undefined ? 'no screenplay' : `XML (${root}) of no known kind`;
}

/** The kind of file that it surely is, among those that are not read here. */
function recogniseForeign(sample: Sample): ForeignFormat | undefined {
  // An archive is no stranger when what is in it says whose it is.
  if (isZip(sample.head) && (bestMatch(sample)?.score ?? 0) >= SURE) return undefined;
  return FOREIGN.find((foreign) => foreign.recognise?.(sample));
}

function foreignByExtension(extension: string): ForeignFormat | undefined {
  return FOREIGN.find((foreign) => foreign.extensions.includes(extension));
}

/** Whether decoded text is none: more than one control character in thirty. */
function isBinary(text: string): boolean {
  let controls = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    // Tab to CR, the end-of-file mark of DOS and escape occur in text.
    if ((unit < 0x20 && !(unit >= 0x09 && unit <= 0x0d) && unit !== 0x1a && unit !== 0x1b) || unit === 0x7f) controls++;
  }
  return controls * 30 > text.length;
}
