import type { Warning, WarningCode } from '@screenplay/core';

type Kind = 'lost' | 'cut' | 'guessed' | 'repaired' | 'ignored' | 'outdated';

/** Exhaustive by type: a new warning code does not compile until it is counted somewhere. */
const KIND_OF: Readonly<Record<WarningCode, Kind>> = {
  application_state: 'lost',
  not_carried: 'lost',
  missing_glyphs: 'lost',
  truncated: 'cut',
  guessed: 'guessed',
  encoding_guessed: 'guessed',
  repaired: 'repaired',
  stale_hint: 'ignored',
  deprecated: 'outdated',
};

/** For one, and for several. */
const PHRASES: Readonly<Record<Kind, [string, string]>> = {
  lost: ['could not be carried', 'could not be carried'],
  cut: ['was cut short', 'were cut short'],
  guessed: ['was guessed', 'were guessed'],
  repaired: ['was repaired', 'were repaired'],
  ignored: ['was ignored as out of date', 'were ignored as out of date'],
  outdated: ['is written the old way', 'are written the old way'],
};

/** Findings in one sentence: `12 things could not be carried, 1 was guessed`; empty when there are none. */
export function summarise(warnings: readonly Warning[]): string {
  const counts = new Map<Kind, number>();
  for (const { code } of warnings) {
    const kind = KIND_OF[code];
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const parts: string[] = [];
  for (const [kind, [one, several]] of Object.entries(PHRASES) as [Kind, [string, string]][]) {
    const count = counts.get(kind);
    if (count === undefined) continue;
    const noun = parts.length > 0 ? '' : count === 1 ? ' thing' : ' things';
    parts.push(`${count}${noun} ${count === 1 ? one : several}`);
  }
  return parts.join(', ');
}
