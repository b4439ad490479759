import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import type { Socket } from 'node:net';

/** What the system tells of a running process: how much memory it takes and how long it waited for a core. */
export interface Vitals {
  /** Resident memory in bytes; undefined when it cannot be told (yet). */
  resident(): number | undefined;
  /** Milliseconds that its main thread was ready to run but did not get a core; 0 where nobody counts them. */
  waited(): number;
  close(): void;
}

/** Reads them from Linux's proc file system; undefined where there is none. */
export function procVitals(pid: number): Vitals | undefined {
  const page = pageSize();
  const memory = page === undefined ? undefined : openIfThere(`/proc/${pid}/statm`);
  if (page === undefined || memory === undefined) return undefined;
  const schedule = openIfThere(`/proc/${pid}/schedstat`);
  return {
    resident() {
      const pages = numberAt(memory, 1);
      return pages === undefined ? undefined : pages * page;
    },
    waited() {
      return schedule === undefined ? 0 : (numberAt(schedule, 1) ?? 0) / 1e6;
    },
    close() {
      closeSync(memory);
      if (schedule !== undefined) closeSync(schedule);
    },
  };
}

const buffer = new Uint8Array(256);
const decoder = new TextDecoder();

/** The number at a place of a file that is one line of numbers; undefined once the process has ended. */
function numberAt(fd: number, place: number): number | undefined {
  try {
    const word = decoder.decode(buffer.subarray(0, readSync(fd, buffer, 0, buffer.length, 0))).split(' ')[place];
    const value = Number(word);
    return word === undefined || Number.isNaN(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch {
    return undefined;
  }
}

let knownPageSize: number | undefined;

/**
 * Bytes of a memory page, which Node does not tell: this process's resident memory in kB by that in pages, and the power
 * of two next to it.
 */
function pageSize(): number | undefined {
  if (knownPageSize !== undefined || process.platform !== 'linux') return knownPageSize;
  try {
    const pages = Number(readFileSync('/proc/self/statm', 'latin1').split(' ')[1]);
    const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1]);
    const size = 2 ** Math.round(Math.log2((kilobytes * 1024) / pages));
    if (size >= 4096) knownPageSize = size;
  } catch {
    // No proc file system here.
  }
  return knownPageSize;
}

/** Asks the process itself, by its lifeline: each call asks, and answers what came back to the last one. */
export function askedVitals(lifeline: Socket): Vitals {
  let last: number | undefined;
  let pending = new Uint8Array(0);
  lifeline.on('data', (piece: Uint8Array) => {
    pending = Uint8Array.of(...pending, ...piece);
    const whole = pending.length - (pending.length % 8);
    if (whole === 0) return;
    last = new DataView(pending.buffer, whole - 8).getFloat64(0, true);
    pending = pending.slice(whole);
  });
  return {
    resident() {
      lifeline.write(new Uint8Array(1));
      return last;
    },
    waited: () => 0,
    close: () => undefined,
  };
}
