import type { Warnings } from '../../../errors/index.js';
import type { Manuscript } from '../../../conventions/manuscript/types.js';

/** Warns of what the manuscript says and Final Draft has no place for. */
export function warnOfUnsaid({ blocks, cast, genre, logline, setup }: Manuscript, warnings: Warnings): void {
  const bookmarks = blocks.reduce((sum, block) => sum + (block.bookmarks?.length ?? 0), 0);
  const links = blocks.reduce(
    (sum, block) => sum + (block.runs?.filter((run) => run.link !== undefined).length ?? 0),
    0,
  );
  const locked = blocks.filter((block) => block.locked).length;
  const described = (cast ?? []).filter((member) => member.desc || (member.aliases?.length ?? 0) > 0).length;
  const pages = [setup?.header, setup?.footer, setup?.titleHeader, setup?.titleFooter].some(
    (line) => line?.omit && line.omit.length > 0,
  );
  const unsaid: readonly (readonly [boolean, string])[] = [
    [bookmarks > 0, `bookmarks (${bookmarks})`],
    [links > 0, `links (${links}); their text is there`],
    [locked > 0, `locks on single elements (${locked})`],
    [described > 0, `descriptions and aliases of characters (${described})`],
    [logline !== undefined && logline !== '', 'the logline'],
    [genre !== undefined && genre.length > 0, 'the genre'],
    [pages, 'pages on which a header or footer does not print'],
  ];
  for (const [said, what] of unsaid) {
    if (said) warnings.add('not_carried', `Final Draft has no place for ${what}`);
  }
}
