import { open, readFile } from 'node:fs/promises';

/** What a process holds in memory that it may write to, as far as the system lets one see it; empty where it does not. */
export async function memoryOf(pid: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  try {
    const maps = await readFile(`/proc/${pid}/maps`, 'utf8');
    const memory = await open(`/proc/${pid}/mem`, 'r');
    try {
      for (const [, from = '', to = ''] of maps.matchAll(/^([0-9a-f]+)-([0-9a-f]+) rw/gm)) {
        const start = Number.parseInt(from, 16);
        const part = Buffer.alloc(Number.parseInt(to, 16) - start);
        // Some of it is there by name only.
        const { bytesRead } = await memory.read(part, 0, part.length, start).catch(() => ({ bytesRead: 0 }));
        parts.push(part.subarray(0, bytesRead));
      }
    } finally {
      await memory.close();
    }
  } catch {
    // Another system, or one that hides processes from each other.
  }
  return Buffer.concat(parts);
}
