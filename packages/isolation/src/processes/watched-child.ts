import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { FrameReader } from '../protocol/frame-reader.js';
import type { Answer, Message } from '../protocol/messages.js';
import { CHANNEL_FD, encodePrefix, LIFELINE_FD } from '../protocol/messages.js';
import { closeTray, lay, openTray, takeFrom } from '../protocol/tray.js';
import type { Room } from '../protocol/tray.js';
import { launch } from './launch.js';
import type { Launch } from './launch.js';
import { lowerPriority, SHORT_NICENESS, yieldToOthers } from './priority.js';
import { askedVitals, procVitals } from './vitals.js';
import type { Vitals } from './vitals.js';

/** What a child tells whoever started it. */
export interface Listener {
  ready(): void;
  answered(answer: Answer, body: Uint8Array<ArrayBuffer>): void;
  /** Comes once, last, and however it ended. */
  ended(ending: Ending): void;
}

export interface Ending {
  /** For people, without anything of the script. */
  how: string;
  /** The engine gave up because its heap was full. */
  exhausted: boolean;
  /** Nobody here ended it, and it does not end itself so: the system took it away. */
  takenAway: boolean;
}

type Phase = 'booting' | 'idle' | 'busy' | 'ending';

const MB = 1_048_576;
const STDERR_FD = 2;
/** What is kept of what a child says when it crashes. */
const MAX_LAST_WORDS = 16_384;
/** What V8 says when it ends the process for want of memory. */
const OUT_OF_MEMORY = /out of memory|heap limit|allocation failed|invalid (?:array|table|string) (?:length|size)/i;

/** A child process that does one thing at a time, and can be seen and ended from outside. */
export class WatchedChild {
  readonly #process: ChildProcess | undefined;
  readonly #listener: Listener;
  readonly #reader: FrameReader;
  readonly #tray: number | undefined;
  readonly #channel: Socket | undefined;
  readonly #lifeline: Socket | undefined;
  readonly #vitals: Vitals | undefined;
  readonly #bornAt = performance.now();
  #phase: Phase = 'booting';
  #killed = false;
  #ended = false;
  #wasReady = false;
  /** Why it was ended from here. */
  #reason: string | undefined;
  #lastWords = '';
  #room: Room | undefined;
  #bornSize = 0;
  #startedAt = 0;
  #waitedBefore = 0;
  /** Operations begun. */
  jobs = 0;

  constructor(options: Launch, listener: Listener, vitalsOf = procVitals) {
    this.#listener = listener;
    this.#tray = openTray();
    this.#reader = new FrameReader(options.memoryMb * MB, (length) => takeFrom(this.#tray, length, this.#room));
    try {
      this.#process = launch(options, this.#tray);
    } catch (error) {
      // The system has no room for one more; told later, like every other end.
      setImmediate(() => this.#end(describeStart(error)));
      return;
    }
    const { pid } = this.#process;
    this.#process.on('error', (error) => {
      if (pid === undefined) this.#end(describeStart(error));
    });
    if (pid === undefined) return;
    const end = (code: number | null, signal: NodeJS.Signals | null): void =>
      this.#end(describeExit(code, signal), signal);
    // What a child that crashed has said last comes before `close`; one that was killed has nothing to say.
    this.#process.once('close', end).once('exit', (code, signal) => {
      if (this.#killed) end(code, signal);
    });
    this.#process.unref();
    this.#channel = this.#socket(this.#process, CHANNEL_FD, (piece) => this.#take(piece));
    this.#lifeline = this.#socket(this.#process, LIFELINE_FD);
    this.#socket(this.#process, STDERR_FD, (piece) => {
      this.#lastWords = (this.#lastWords + new TextDecoder().decode(piece)).slice(-MAX_LAST_WORDS);
    });
    this.#vitals = vitalsOf(pid) ?? askedVitals(this.#lifeline);
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  get wasReady(): boolean {
    return this.#wasReady;
  }

  get phase(): Phase {
    return this.#phase;
  }

  /** Milliseconds since it was started, or since it was given what it does. */
  get since(): number {
    return performance.now() - (this.#phase === 'booting' ? this.#bornAt : this.#startedAt);
  }

  /**
   * Milliseconds that the present operation has had: time in which it waited for a core does not count, so that a full
   * machine stops nobody who would have been in time on an idle one.
   */
  get spent(): number {
    return this.since - ((this.#vitals?.waited() ?? 0) - this.#waitedBefore);
  }

  /** Resident memory in bytes; 0 while nobody can tell. */
  get resident(): number {
    return this.#vitals?.resident() ?? 0;
  }

  /** Bytes that it has grown by since it was ready. */
  get growth(): number {
    return this.resident - this.#bornSize;
  }

  /** Gives it an operation; `head` is the request as a structured clone, `room` where the answer's body may lie. */
  start(head: Uint8Array, source: Uint8Array, room?: Room): void {
    this.#phase = 'busy';
    this.#room = room;
    this.jobs++;
    this.#startedAt = performance.now();
    this.#waitedBefore = this.#vitals?.waited() ?? 0;
    const channel = this.#channel;
    if (!channel) return;
    const place = lay(this.#tray, source) ? 'tray' : 'behind';
    const tray = this.#tray !== undefined;
    channel.cork();
    channel.write(encodePrefix({ head: head.length, body: source.length, place, tray }));
    channel.write(head);
    if (place === 'behind') channel.write(source);
    channel.uncork();
  }

  /** Has it go on without being in the way of others. */
  yieldToOthers(): void {
    if (this.pid !== undefined && this.#phase !== 'ending') yieldToOthers(this.pid);
  }

  /** Ends it at once, whatever it does. It takes a moment until it has ended. */
  kill(why?: string): void {
    if (this.#phase === 'ending') return;
    this.#reason = why;
    this.#phase = 'ending';
    this.#killed = true;
    this.#process?.kill('SIGKILL');
    // This process waits for the end of those that it ended.
    this.#process?.ref();
  }

  #socket(process: ChildProcess, fd: number, take: (piece: Uint8Array) => void = () => undefined): Socket {
    const socket = process.stdio[fd] as Socket;
    // Nothing of an idle child keeps this process from ending; its end is the child's.
    socket.unref();
    // Broken by the child's end, which is told by itself.
    socket.on('error', () => undefined);
    return socket.on('data', take);
  }

  #take(piece: Uint8Array): void {
    if (this.#phase === 'ending') return;
    try {
      const frame = this.#reader.take(piece);
      if (!frame) return;
      this.#hear(JSON.parse(new TextDecoder().decode(frame.head)) as Message, frame.body);
    } catch (error) {
      // A parser's message may quote what it read.
      this.#reason = `it broke the protocol: ${error instanceof RangeError ? error.message : 'a head that is no JSON'}`;
      this.#process?.kill('SIGKILL');
    }
  }

  #hear(message: Message, body: Uint8Array<ArrayBuffer>): void {
    if (this.#phase !== (message.kind === 'ready' ? 'booting' : 'busy')) throw new RangeError('an answer to nothing');
    this.#phase = 'idle';
    if (message.kind === 'ready') {
      this.#prepare();
      this.#listener.ready();
    } else {
      this.#listener.answered(message, body);
    }
  }

  #prepare(): void {
    this.#wasReady = true;
    this.#bornSize = this.resident;
    const { pid } = this;
    if (pid === undefined) return;
    // Not before: what it does until then is ours, and others wait for it.
    lowerPriority(pid, SHORT_NICENESS);
    if (process.platform !== 'linux') return;
    try {
      // Short of memory, the system takes the child rather than its parent.
      writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
    } catch {
      // It has ended.
    }
  }

  #end(how: string, signal?: NodeJS.Signals | null): void {
    if (this.#ended) return;
    this.#ended = true;
    const words = !this.#wasReady ? this.#lastWords : (/^FATAL ERROR:.*$/m.exec(this.#lastWords)?.[0] ?? '');
    this.#phase = 'ending';
    this.#vitals?.close();
    closeTray(this.#tray);
    for (const socket of [this.#channel, this.#lifeline]) socket?.destroy();
    this.#listener.ended({
      how: [this.#reason ?? how, words.trim()].filter(Boolean).join('\n'),
      exhausted: OUT_OF_MEMORY.test(this.#lastWords),
      takenAway: signal === 'SIGKILL' && !this.#killed && this.#reason === undefined,
    });
  }
}

function describeStart(error: unknown): string {
  return `it could not be started: ${error instanceof Error ? error.message : String(error)}`;
}

function describeExit(code: number | null, signal: NodeJS.Signals | null): string {
  return signal === null ? `it ended with code ${code ?? 'unknown'}` : `it was ended by ${signal}`;
}
