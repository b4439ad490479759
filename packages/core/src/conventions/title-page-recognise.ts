import type { Align, RichText, TitleKey, TitleLine } from './manuscript/types.js';
import { namesAfter } from './title-page-credit.js';
import { contactStrength, isDraft, isNotice, isPresenter } from './title-page-marks.js';
import { beginsOpen, creditOf, endsOpen, isNames, isSource, isWork } from './title-page-words.js';
import type { Credit } from './title-page-words.js';

/** A line of words, and what is known of it so far. */
interface Row {
  /** Index of the line. */
  at: number;
  text: string;
  align: Align;
  /** Blank lines before it. */
  gap: number;
  key: TitleKey | undefined;
  credit: Credit | undefined;
  line: TitleLine;
}

/** The most blank lines between a credit and its names, and between the lines of a title. */
const NEAR = 4;
const TITLE_GAP = 2;
/** Blank lines between the title and what follows, on most pages. */
const CREDIT_GAP = 3;

/**
 * Gives each unkeyed line of a placed title page its field, by what title pages look like: the prominent centred lines
 * are the title, `Written by` a credit, names after it authors, and so on. Lines that have a key keep it; in doubt a
 * line stays without. Same number of lines, same texts.
 */
export function recogniseTitlePage(lines: readonly TitleLine[]): TitleLine[] {
  const rows = rowsOf(lines);
  if (rows.some((row) => row.key === undefined)) new Recogniser(rows).run();
  const keyed = [...lines];
  for (const row of rows) {
    if (row.key !== undefined && row.line.key === undefined) keyed[row.at] = { ...row.line, key: row.key };
  }
  return keyed;
}

function rowsOf(lines: readonly TitleLine[]): Row[] {
  const rows: Row[] = [];
  let gap = 0;
  lines.forEach((line, at) => {
    const text = line.text.trim();
    if (text === '') {
      gap++;
      return;
    }
    rows.push({
      at,
      text,
      align: alignOf(line),
      gap,
      key: line.key,
      credit: line.key === undefined ? creditOf(text) : undefined,
      line,
    });
    gap = 0;
  });
  return rows;
}

/** Some centre with blanks; a page without any layout reads as centred. */
function alignOf(line: TitleLine): Align {
  const { align, left, right } = line.layout ?? {};
  if (align === 'center') return 'center';
  if (align === undefined && left === undefined && right === undefined) return 'center';
  return /^(?:\t{2,}| {12,})\S/.test(line.text) ? 'center' : (align ?? 'left');
}

class Recogniser {
  readonly #rows: Row[];
  /** Fields that the source itself named: nothing is added to them. */
  readonly #named = new Set<TitleKey>();

  constructor(rows: Row[]) {
    this.#rows = rows;
    for (const { key } of rows) if (key !== undefined) this.#named.add(key);
  }

  run(): void {
    const main = this.#named.has('credit') ? -1 : this.#mainCredit();
    this.#title(main);
    for (let at = 0; at < this.#rows.length; at++) at = this.#credit(at, main);
    this.#plain();
    if (main < 0) {
      this.#creditWithoutNames();
      this.#authorsWithoutCredit();
    }
    this.#contact();
  }

  /** The first credit of a writer; of the story when nobody is credited with the script. */
  #mainCredit(): number {
    const rows = this.#rows;
    const candidate = (row: Row, at: number): boolean =>
      row.key === undefined && !isSource(row.text) && this.#hasNames(row, at) && !(row.credit?.by && at === 0);
    const writer = rows.findIndex((row, at) => row.credit?.kind === 'writer' && candidate(row, at));
    return writer >= 0 ? writer : rows.findIndex((row, at) => row.credit?.kind === 'story' && candidate(row, at));
  }

  /** Names stand on the credit's own line or below it. */
  #hasNames(row: Row, at: number): boolean {
    if (!row.credit) return false;
    const rest = namesAfter(row.text, row.credit);
    if (rest !== '') return !row.credit.by || isNames(rest, true);
    const next = this.#rows[at + 1];
    return (
      next !== undefined &&
      next.gap <= NEAR &&
      next.align === row.align &&
      (next.key === undefined || next.key === 'author')
    );
  }

  /** The prominent lines above the credit; without a credit, the first centred ones. */
  #title(main: number): void {
    if (this.#named.has('title')) return;
    const rows = this.#rows;
    const credit = rows[main];
    const align = credit?.align ?? 'center';
    let zone: number[] = [];
    for (let at = 0; at < (credit ? main : rows.length); at++) {
      const row = rows[at];
      if (!row || row.align !== align || row.key !== undefined) continue;
      const plain = row.credit === undefined || (row.credit.by && namesAfter(row.text, row.credit) !== '');
      if (plain && !isNotice(row.text) && !isSource(row.text)) zone.push(at);
      else if (zone.length > 0) break;
    }
    // The work's kind belongs to a bare "by" below it: "an original screenplay / by".
    const last = rows[zone[zone.length - 1] ?? -1];
    if (credit?.credit?.by && last && zone.length > 1 && isWork(last.text)) {
      last.key = 'credit';
      zone.pop();
    }
    const words = zone.filter(
      (at) => !isDraft((rows[at] as Row).text) && contactStrength((rows[at] as Row).text) !== 'sure',
    );
    if (words.length > 0) zone = words;
    while (zone.length > 1 && this.#isAboveTitle(rows[zone[0] ?? -1], rows[zone[1] ?? -1])) zone.shift();
    let previous: number | undefined;
    for (const at of zone) {
      const row = rows[at] as Row;
      // Without a credit nothing tells a subtitle from an author: only what stands right below belongs to the title.
      if (previous !== undefined && (previous !== at - 1 || row.gap > (credit ? TITLE_GAP : 0))) break;
      row.key = 'title';
      previous = at;
    }
  }

  #isAboveTitle(row: Row | undefined, next: Row | undefined): boolean {
    if (!row || !next || isProminent(row.line)) return false;
    return isProminent(next.line) && (isPresenter(row.text) || next.gap >= 3);
  }

  /** Reads a credit or source and the names with it; the index of the last row read. */
  #credit(at: number, main: number): number {
    const row = this.#rows[at];
    if (!row || row.key !== undefined) return at;
    if (isSource(row.text)) return this.#named.has('source') ? at : this.#source(at);
    if (!row.credit) return at;
    const { kind } = row.credit;
    if (kind === 'writer' && (main < 0 || at < main)) return at;
    if (at === main || kind === 'writer') {
      if (this.#named.has('credit') || !this.#hasNames(row, at)) return at;
      return this.#names(at, 'credit', 'author');
    }
    if (kind === 'story' && !this.#named.has('source') && this.#hasNames(row, at))
      return this.#names(at, 'source', 'source');
    // Directors and the like: their names are nobody's authors.
    return this.#names(at, undefined, undefined);
  }

  /** A credit and the lines of names that go with it. */
  #names(at: number, creditKey: TitleKey | undefined, nameKey: TitleKey | undefined): number {
    const rows = this.#rows;
    const row = rows[at] as Row;
    const inline = namesAfter(row.text, row.credit as Credit) !== '';
    const open = nameKey === 'author' && this.#named.has('author') ? undefined : nameKey;
    row.key = inline ? (open ?? creditKey) : creditKey;
    let last = at;
    let found = inline;
    for (let next = at + 1; next < rows.length; next++) {
      const other = rows[next] as Row;
      if (other.key !== undefined || other.align !== row.align || other.credit || isSource(other.text)) break;
      if (isNotice(other.text) || isDraft(other.text)) break;
      const before = rows[next - 1] as Row;
      const goesOn = found && (endsOpen(before.text) || beginsOpen(other.text));
      if (found ? other.gap > (goesOn ? 2 : 0) : other.gap > NEAR) break;
      if (found && !goesOn && !isNames(other.text, true)) break;
      if (!found && contactStrength(other.text) === 'sure') break;
      other.key = open;
      found = true;
      last = next;
    }
    return last;
  }

  /** A source line and what belongs to it: the work's name, `by`, the names. */
  #source(at: number): number {
    const rows = this.#rows;
    const row = rows[at] as Row;
    row.key = 'source';
    let last = at;
    for (let next = at + 1; next < rows.length; next++) {
      const other = rows[next] as Row;
      if (other.key !== undefined || other.align !== row.align || isSource(other.text)) break;
      if (other.credit && !other.credit.by) break;
      if (isNotice(other.text) || isDraft(other.text) || contactStrength(other.text) === 'sure') break;
      const before = (rows[next - 1] as Row).text;
      const open = isOpenSource(before) || other.credit !== undefined || /^["'“‘«]/.test(other.text);
      if (other.gap > (open ? 2 : 0)) break;
      other.key = 'source';
      last = next;
    }
    return last;
  }

  /** Lines that tell by themselves: notices of rights, dates and names of drafts. */
  #plain(): void {
    for (const row of this.#rows) {
      if (row.key !== undefined || row.credit) continue;
      if (isNotice(row.text)) {
        if (!this.#named.has('copyright')) row.key = 'copyright';
      } else if (isDraft(row.text) && !this.#named.has('draft-date')) row.key = 'draft-date';
    }
  }

  /** The credit of a writer whose name is still to come. */
  #creditWithoutNames(): void {
    if (this.#named.has('credit') || this.#named.has('author')) return;
    const title = this.#rows.findLastIndex((row) => row.key === 'title');
    const bare = this.#rows.filter(
      (row, at) =>
        at > title &&
        row.key === undefined &&
        row.align === 'center' &&
        row.credit?.kind === 'writer' &&
        namesAfter(row.text, row.credit) === '' &&
        !this.#hasNames(row, at),
    );
    const [row] = bare;
    if (title >= 0 && row && bare.length === 1) row.key = 'credit';
  }

  /**
   * A page of a title and one more centred block, well below it and of nothing but full names: its authors. With one
   * line before them that ends in small letters, that line is a credit in a language of which nothing is known here.
   */
  #authorsWithoutCredit(): void {
    if (this.#named.has('author') || this.#named.has('credit')) return;
    const rows = this.#rows;
    const title = rows.findLastIndex((row) => row.key === 'title');
    if (title < 0 || rows.some((row) => row.credit && row.key === undefined)) return;
    const below = rows.slice(title + 1).filter((row) => row.key === undefined && row.align === 'center');
    const [first, second] = below;
    if (!first || first.gap < 2 || first.at !== rows[title + 1]?.at) return;
    const foreign = second !== undefined && second.gap > 0 && /^(?:[^\d\s]+ ){0,3}\p{Ll}[^\d\s]*$/u.test(first.text);
    const names = foreign ? below.slice(1) : below;
    const apart = names.some((row, at) => at > 0 && row.gap > 0);
    // Where a credit would stand, a name alone may have one word.
    const [only] = names;
    const single =
      names.length === 1 && first.gap === CREDIT_GAP && !foreign && only !== undefined && !isWork(only.text);
    if (apart || !names.every((row) => isNames(row.text, single) && /\p{Ll}|&/u.test(row.text))) return;
    for (const row of names) row.key = 'author';
    if (foreign) first.key = 'credit';
  }

  /** Blocks below the credits that hold an address or a way to reach somebody. */
  #contact(): void {
    if (this.#named.has('contact')) return;
    const rows = this.#rows;
    const authors = new Set(rows.filter((row) => row.key === 'author').map((row) => row.text));
    let labelled = false;
    for (let at = 0; at < rows.length; ) {
      const block: Row[] = [];
      do block.push(rows[at++] as Row);
      while (at < rows.length && rows[at]?.gap === 0 && rows[at]?.align === block[0]?.align);
      const free = block.filter((row) => row.key === undefined && !row.credit);
      const centred = block[0]?.align === 'center';
      const cues = free.map((row) => contactStrength(row.text));
      const titled = block.some(
        (row) => row.key === 'title' || row.key === 'credit' || row.key === 'author' || row.key === 'source',
      );
      const found: boolean =
        !titled &&
        (cues.includes('sure') ||
          (centred ? cues.filter((cue) => cue === 'likely').length > 1 : cues.includes('likely') || labelled) ||
          (!centred && free.some((row) => authors.has(row.text))));
      if (found) for (const row of free) row.key = 'contact';
      labelled = found && !centred && block.length === 1 && (block[0] as Row).text.endsWith(':');
    }
  }
}

/** A source line that wants more: `Based on the novel`, `"The Front Page"`, `by`. */
function isOpenSource(text: string): boolean {
  return (
    /(?:^|\s)(?:by|on|upon|from|of|and|&|de|del|du|von|nach|di|da|do|по)\s*$/iu.test(text) ||
    /["”»]\s*$/u.test(text) ||
    /(?:novel|book|play|story|article|novela|libro|roman|livre|buch|romanzo|livro|роману|книге|пьесе)\s*$/iu.test(text)
  );
}

function isProminent(line: TitleLine): boolean {
  const text = line.text.trim();
  const letters = /\p{L}/u.test(text);
  if (letters && text === text.toUpperCase() && text !== text.toLowerCase()) return true;
  if (/^["“«].*["”»]$/u.test(text)) return true;
  const { bold, underline, caps, size = 12 } = line.layout ?? {};
  return bold === true || underline === true || caps === true || size > 12 || isWholly(line);
}

/** Bold, underlined, capitals or large from end to end. */
function isWholly({ text, runs }: RichText): boolean {
  const covered = (runs ?? [])
    .filter((run) => run.bold || run.underline || run.caps || (run.size ?? 0) > 12)
    .reduce((sum, run) => sum + text.slice(run.start, run.end).trim().length, 0);
  return covered > 0 && covered >= text.trim().length * 0.8;
}
