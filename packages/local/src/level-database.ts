import { ScreenplayError } from '@screenplay/core';
import { ClassicLevel } from 'classic-level';
import { chmod, mkdir } from 'node:fs/promises';

/** Mode of the folder: whatever lies in it is for its owner only. */
const FOR_OWNER = 0o700;

/** One change: an entry to write, or to remove where there is no value. */
export type Change = readonly [key: string, value: string | undefined];

export interface Range {
  /** Begins with this key, or after it. */
  gte?: string;
  gt?: string;
  /** Ends before this key. */
  lt: string;
  reverse?: boolean;
  /** At most so many; default: all. */
  limit?: number;
}

/** What was in the database at one moment. */
export interface View {
  /** At once: one entry is found sooner than another thread is woken. */
  get(key: string): string | undefined;
  getMany(keys: string[]): Promise<(string | undefined)[]>;
  keys(range: Range): Promise<string[]>;
  values(range: Range): Promise<string[]>;
  entries(range: Range): Promise<[key: string, value: string][]>;
}

interface Waiting {
  resolve: () => void;
  reject: (error: Error) => void;
}

type Level = ClassicLevel;
type Snapshot = ReturnType<Level['snapshot']>;

/**
 * Entries of text, in the order of the bytes of their keys, in a folder that one process has at a time. What is committed
 * together is kept whole or not at all, and survives the process and the machine; commits that meet share one write.
 */
export class LevelDatabase {
  /** The present state. */
  readonly now: View;
  readonly #level: Level;
  #changes: Change[] = [];
  #waiting: Waiting[] = [];
  #mustLast = false;
  #writing: Promise<void> | undefined;
  /** A write failed: the store underneath refuses all others until it is opened again. */
  #stuck = false;
  #closed = false;

  private constructor(level: Level) {
    this.#level = level;
    this.now = this.#view(undefined);
  }

  /** @throws ScreenplayError `conflict` when another process has it, `unavailable` when it cannot be opened */
  static async open(folder: string): Promise<LevelDatabase> {
    try {
      await mkdir(folder, { recursive: true, mode: FOR_OWNER });
      await chmod(folder, FOR_OWNER);
      const level: Level = new ClassicLevel(folder, { keyEncoding: 'utf8', valueEncoding: 'utf8' });
      await level.open();
      return new LevelDatabase(level);
    } catch (error) {
      throw openingError(error, folder);
    }
  }

  /**
   * Resolves once the changes are kept: all of them, in one piece with those of other calls.
   *
   * @param lasting - false: they may be lost, with what came after them, when the machine (not the process) stops
   */
  commit(changes: readonly Change[], lasting = true): Promise<void> {
    if (this.#closed) return Promise.reject(closedError());
    this.#changes.push(...changes);
    this.#mustLast ||= lasting;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#writing ??= this.#writeAll();
    });
  }

  /** Reads several things of one moment. */
  async at<T>(read: (view: View) => Promise<T>): Promise<T> {
    const snapshot = await this.#asked(async () => this.#level.snapshot());
    try {
      return await read(this.#view(snapshot));
    } finally {
      await snapshot.close();
    }
  }

  /** Lets what was committed before come to its end. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#writing;
    await this.#level.close();
  }

  async #writeAll(): Promise<void> {
    // One turn later, so that what comes together is written together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const changes = this.#changes;
      const waiting = this.#waiting;
      const sync = this.#mustLast;
      this.#changes = [];
      this.#waiting = [];
      this.#mustLast = false;
      try {
        await this.#write(changes, sync);
        for (const { resolve } of waiting) resolve();
      } catch (error) {
        const failure = unavailable(error);
        for (const { reject } of waiting) reject(failure);
      }
    }
    this.#writing = undefined;
  }

  async #write(changes: readonly Change[], sync: boolean): Promise<void> {
    if (this.#stuck) {
      await this.#level.close();
      await this.#level.open();
      this.#stuck = false;
    }
    try {
      await this.#level.batch(
        changes.map(([key, value]) => (value === undefined ? { type: 'del', key } : { type: 'put', key, value })),
        { sync },
      );
    } catch (error) {
      this.#stuck = true;
      throw error;
    }
  }

  #view(snapshot: Snapshot | undefined): View {
    const options = snapshot ? { snapshot } : {};
    const level = this.#level;
    return {
      get: (key) => this.#askedNow(() => level.getSync(key, options)),
      getMany: (keys) => this.#asked(() => level.getMany(keys, options)),
      keys: (range) => this.#asked(() => level.keys({ ...range, ...options }).all()),
      values: (range) => this.#asked(() => level.values({ ...range, ...options }).all()),
      entries: (range) => this.#asked(() => level.iterator({ ...range, ...options }).all()),
    };
  }

  #askedNow<T>(ask: () => T): T {
    if (this.#closed) throw closedError();
    try {
      return ask();
    } catch (error) {
      throw unavailable(error);
    }
  }

  async #asked<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#closed) throw closedError();
    try {
      return await ask();
    } catch (error) {
      throw unavailable(error);
    }
  }
}

function closedError(): ScreenplayError {
  return new ScreenplayError('unavailable', 'the embedded store is closed');
}

function unavailable(error: unknown): ScreenplayError {
  return new ScreenplayError('unavailable', `the embedded store failed: ${reasonOf(error)}`, { cause: error });
}

function openingError(error: unknown, folder: string): ScreenplayError {
  const cause = error instanceof Error ? error.cause : undefined;
  if (codeOf(cause) === 'LEVEL_LOCKED')
    return new ScreenplayError(
      'conflict',
      `${folder} is in use by another process: one process at a time can work there`,
      { retryable: false },
    );
  return new ScreenplayError(
    'unavailable',
    `the embedded store in ${folder} cannot be opened: ${reasonOf(cause ?? error)}`,
    {
      cause: error,
    },
  );
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
