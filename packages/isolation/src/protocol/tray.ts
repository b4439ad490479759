import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { TRAY_BYTES } from './messages.js';

/** Where Linux keeps files in memory. */
const MEMORY_FOLDER = '/dev/shm';
/** Bodies below this take no more steps on the socket. */
const WORTHWHILE = 16_384;

/** A nameless file in memory; undefined where there is none to be had, and bodies go by the socket. */
export function openTray(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const path = `${MEMORY_FOLDER}/screenplay-${randomUUID()}`;
  try {
    const tray = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
    return tray;
  } catch {
    return undefined;
  }
}

export function closeTray(tray: number | undefined): void {
  if (tray !== undefined) closeSync(tray);
}

/** Lays a body in the tray; whether it is worth it and has worked: memory for files may be short. */
export function lay(tray: number | undefined, body: Uint8Array): boolean {
  if (tray === undefined || body.length < WORTHWHILE || body.length > TRAY_BYTES) return false;
  try {
    for (let at = 0; at < body.length; ) at += writeSync(tray, body, at, body.length - at, at);
    return true;
  } catch {
    return false;
  }
}

/** Makes room for a body of so many bytes. */
export type Room = (length: number) => Uint8Array<ArrayBuffer>;

const newRoom: Room = (length) => new Uint8Array(length);

/**
 * Takes a body from the tray.
 *
 * @throws RangeError when it is not there
 */
export function takeFrom(tray: number | undefined, length: number, room: Room = newRoom): Uint8Array<ArrayBuffer> {
  if (tray === undefined || length > TRAY_BYTES) throw new RangeError('a body that is in no tray');
  const body = room(length);
  for (let at = 0; at < length; ) {
    const got = readSync(tray, body, at, length - at, at);
    if (got === 0) throw new RangeError('a body that is not in the tray');
    at += got;
  }
  return body;
}
