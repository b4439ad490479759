import type { Io, OutputStream } from './io.js';

export interface Paint {
  bold: (text: string) => string;
  dim: (text: string) => string;
  red: (text: string) => string;
  yellow: (text: string) => string;
}

const same = (text: string): string => text;
const PLAIN: Paint = { bold: same, dim: same, red: same, yellow: same };

/**
 * Whether to colour what goes to this stream: a terminal that is not dumb. `NO_COLOR` set to anything turns colours
 * off (https://no-color.org), `FORCE_COLOR` turns them on.
 */
function wantsColors(stream: OutputStream, env: Io['env']): boolean {
  if (env['NO_COLOR']) return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  return stream.isTTY === true && env['TERM'] !== 'dumb';
}

/** Loads the colours only where they are wanted. */
export async function loadPaint(stream: OutputStream, env: Io['env']): Promise<Paint> {
  if (!wantsColors(stream, env)) return PLAIN;
  const { default: picocolors } = await import('picocolors');
  return picocolors.createColors(true);
}
