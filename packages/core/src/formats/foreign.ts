/** What can be told about a file without reading it. */
export interface Sample {
  /** First bytes. */
  head: Uint8Array;
  /** The same, decoded leniently. */
  text: string;
  /** Names of the files in it when it is a ZIP archive. */
  files: readonly string[];
}

/** A kind of file that is met where screenplays are, and that this library does not read. */
export interface ForeignFormat {
  /** What its users call it, with an article. */
  title: string;
  /** Lower case, with the dot. */
  extensions: readonly string[];
  /** What to do with such a file. */
  remedy: string;
  /** Whether a file surely is one. */
  recognise?(sample: Sample): boolean;
}

const EXPORT = 'export the script as Final Draft (.fdx) or Fountain from the program that wrote it';
const SAVE_AS = 'open it in a screenwriting program and save it as Final Draft (.fdx), or save its text as Fountain';
const UNPACK = 'unpack it and give the script inside';

/** From the particular to the general: the first that recognises a file names it. */
export const FOREIGN: readonly ForeignFormat[] = [
  {
    title: 'a Highland document',
    extensions: ['.highland', '.textbundle', '.textpack'],
    remedy: 'in Highland, export it as Fountain or Final Draft (.fdx)',
    recognise: ({ files }) => has(files, /(?:^|\/)text\.(?:fountain|md|markdown|txt)$/),
  },
  {
    title: 'a Celtx project',
    extensions: ['.celtx'],
    remedy: 'in Celtx, export the script as text or Final Draft (.fdx)',
    recognise: ({ files }) => has(files, /(?:^|\/)(?:project|local)\.rdf$/),
  },
  {
    title: 'a Trelby screenplay',
    extensions: ['.trelby'],
    remedy: 'in Trelby, export it as Final Draft (.fdx) or Fountain',
    recognise: ({ text }) => /^\uFEFF?#Version \d+\s+#Begin-/.test(text),
  },
  {
    title: 'a Movie Magic Screenwriter document',
    extensions: ['.mmsw', '.mmx', '.scw'],
    remedy: EXPORT,
    recognise: ({ text }) => /^Screenwriterwinver/i.test(text),
  },
  {
    title: 'a Final Draft document of version 7 or earlier',
    extensions: ['.fdr'],
    remedy: 'open it in Final Draft 8 or later and save it as .fdx',
    recognise: ({ head }) => startsWith(head, 0xfd, 0xfd, 0xfd, 0xfd),
  },
  { title: 'a WriterDuet document', extensions: ['.wdz'], remedy: EXPORT },
  { title: 'an Adobe Story document', extensions: ['.astx'], remedy: EXPORT },
  {
    title: 'a Scrivener project',
    extensions: ['.scriv', '.scrivx'],
    remedy: 'in Scrivener, compile it as Final Draft (.fdx) or Fountain',
    recognise: ({ text }) => /^[^<]{0,8}(?:<\?xml[^>]*>\s*)?<ScrivenerProject\b/.test(text),
  },
  {
    title: 'a Story Architect or KIT Scenarist project',
    extensions: ['.starc', '.kitsp'],
    remedy: EXPORT,
    recognise: ({ text }) => text.startsWith('SQLite format 3'),
  },
  {
    title: 'a Word document',
    extensions: ['.docx', '.doc'],
    remedy: SAVE_AS,
    recognise: ({ head, files }) =>
      files.includes('word/document.xml') || startsWith(head, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1),
  },
  {
    title: 'an OpenDocument text',
    extensions: ['.odt'],
    remedy: SAVE_AS,
    recognise: ({ files }) => files.includes('content.xml') && files.includes('META-INF/manifest.xml'),
  },
  {
    title: 'a Pages document',
    extensions: ['.pages'],
    remedy: SAVE_AS,
    recognise: ({ files }) => has(files, /^Index(?:\/Document\.iwa|\.zip)$/),
  },
  {
    title: 'an RTF document',
    extensions: ['.rtf'],
    remedy: SAVE_AS,
    recognise: ({ text }) => text.startsWith('{\\rtf'),
  },
  {
    title: 'a web page',
    extensions: ['.html', '.htm'],
    remedy: SAVE_AS,
    recognise: ({ text }) => /^[\s\uFEFF]*<(?:!doctype\s+html|html)\b/i.test(text),
  },
  {
    title: 'a picture',
    extensions: ['.png', '.jpg', '.jpeg', '.gif', '.tif', '.tiff'],
    remedy: 'give the script itself',
    recognise: ({ head }) =>
      startsWith(head, 0x89, 0x50, 0x4e, 0x47) ||
      startsWith(head, 0xff, 0xd8, 0xff) ||
      startsWith(head, 0x47, 0x49, 0x46, 0x38),
  },
  {
    title: 'a packed archive',
    extensions: ['.zip', '.gz', '.tgz', '.7z', '.rar'],
    remedy: UNPACK,
    recognise: ({ head }) =>
      startsWith(head, 0x50, 0x4b, 3, 4) ||
      startsWith(head, 0x50, 0x4b, 5, 6) ||
      startsWith(head, 0x1f, 0x8b) ||
      startsWith(head, 0x37, 0x7a, 0xbc, 0xaf) ||
      startsWith(head, 0x52, 0x61, 0x72, 0x21),
  },
];

function has(files: readonly string[], pattern: RegExp): boolean {
  return files.some((file) => pattern.test(file));
}

function startsWith(head: Uint8Array, ...bytes: readonly number[]): boolean {
  return bytes.every((byte, at) => head[at] === byte);
}
