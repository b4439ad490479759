import { describePosition, ScreenplayError } from '../../errors/index.js';
import type { Warning } from '../../errors/index.js';
import type { JobWarning } from '../../model/job.js';
import type { CallOptions, OperationName, Operations, Outcome } from '../../ports/index.js';
import { packZipInSteps } from '../../syntax/zip-steps.js';
import type { ZipFile } from '../../syntax/zip.js';
import { taskNamed } from '../tasks/catalogue.js';
import type { DocumentWork, Task, WorkingDocument } from '../tasks/task.js';
import type { Vars } from '../tasks/vars.js';
import type { WorkerPorts } from './job-ports.js';
import type { TaskResult } from './job-states.js';
import { fileNameOf, outputKeyOf, pathOf } from './keys.js';
import { readObject } from './read-object.js';
import { patiently } from './trouble.js';
import type { Patience } from './trouble.js';

/** What work on a job may take. */
export interface TaskLimits {
  /** Bytes of an input. */
  maxInputBytes: number;
  /** Milliseconds of one task's conversion. */
  convertTimeoutMs: number;
  /** Memory of one task's conversion, in units of 1,048,576 bytes. */
  convertMemoryMb?: number | undefined;
  /** How long trouble with a storage or the converter is waited out. */
  patience: Patience;
}

/** A job as its tasks see it. */
export interface JobInput {
  jobId: string;
  inputKey: string;
  outputKey: string;
  tasks: readonly string[];
  vars: Vars;
}

/** Who follows the tasks of a job. */
export interface TaskListener {
  started(task: string): void;
  /** An output is about to be written. Throws when it must not be. */
  writing(): void;
  /** A task is done, its output written. The next one begins when this resolves. */
  completed(result: TaskResult, last: boolean): Promise<void>;
}

/** A task that failed, and why; with what it had written by then, if it had. */
export class TaskFailure extends Error {
  override readonly name = 'TaskFailure';
  readonly task: string;
  readonly result: TaskResult | undefined;

  constructor(task: string, cause: unknown, result?: TaskResult) {
    super(`The task ${task} failed`, { cause });
    this.task = task;
    this.result = result;
  }
}

interface Made {
  bytes: Uint8Array;
  warnings: readonly Warning[];
  /** Size of what was read. */
  bytesIn: number;
  /** Why the task fails though something was made. */
  fault?: ScreenplayError;
}

/**
 * Does the tasks of a job one after another over its working document, which begins as the input.
 *
 * @throws TaskFailure
 */
export class TaskRunner {
  readonly #ports: WorkerPorts;
  readonly #limits: TaskLimits;
  readonly #job: JobInput;
  readonly #signal: AbortSignal;
  readonly #packed: boolean;
  #document: { bytes: Uint8Array; facts: WorkingDocument } | undefined;
  /** What was written, as long as a task is to come that packs it. */
  #written: ZipFile[] = [];

  constructor(ports: WorkerPorts, limits: TaskLimits, job: JobInput, signal: AbortSignal) {
    this.#ports = ports;
    this.#limits = limits;
    this.#job = job;
    this.#signal = signal;
    this.#packed = job.tasks.some((name) => taskNamed(name)?.work.kind === 'pack');
  }

  async run(listener: TaskListener): Promise<void> {
    const { tasks } = this.#job;
    for (const [index, name] of tasks.entries()) {
      listener.started(name);
      const result = await this.#perform(name, listener).catch((error: unknown) => {
        throw error instanceof TaskFailure ? error : new TaskFailure(name, error);
      });
      await listener.completed(result, index === tasks.length - 1);
    }
  }

  async #perform(name: string, listener: TaskListener): Promise<TaskResult> {
    const { runtime } = this.#ports;
    const { inputKey, outputKey } = this.#job;
    const task = taskNamed(name);
    if (!task)
      throw new ScreenplayError('bad_option', `This worker knows no task ${name}: it is older than the server`);
    const startedAt = runtime.now();
    const start = runtime.elapsed();
    const { bytes, bytesIn, warnings, fault } =
      task.work.kind === 'pack' ? await this.#pack() : await this.#convert(task, task.work);
    const key = outputKeyOf(task, inputKey, outputKey);
    await this.#write(key, bytes, task.contentType, listener);
    if (this.#packed) this.#written.push({ name: pathOf(task, inputKey), bytes });
    const result: TaskResult = {
      output: { task: name, keys: [key] },
      timing: {
        task: name,
        started_at: startedAt,
        finished_at: runtime.now(),
        duration_ms: Math.round(runtime.elapsed() - start),
        bytes_in: bytesIn,
        bytes_out: bytes.length,
      },
      warnings: warnings.map((warning) => jobWarning(name, warning)),
    };
    if (fault) throw new TaskFailure(name, fault, result);
    return result;
  }

  async #convert(task: Task, work: DocumentWork): Promise<Made> {
    const { jobId, vars } = this.#job;
    const { bytes: source, facts: document } = await this.#workingDocument();
    const { operation, options } = work.call(vars, document, jobId);
    const { bytes, warnings, facts } = await this.#run(operation, source, options);
    if (task.makes) this.#document = { bytes, facts: { from: task.makes.format, name: document.name } };
    const made = { bytes, warnings, bytesIn: source.length };
    return work.fails?.(vars, facts) ? { ...made, fault: invalid(task) } : made;
  }

  #run<Name extends OperationName>(
    operation: Name,
    source: Uint8Array,
    options: Operations[Name]['options'],
  ): Promise<Outcome<Name>> {
    const { converter, runtime } = this.#ports;
    const { convertTimeoutMs: timeoutMs, convertMemoryMb: memoryMb, patience } = this.#limits;
    const call: CallOptions = { signal: this.#signal, timeoutMs, memoryMb, client: this.#job.jobId };
    return patiently(runtime, patience, this.#signal, () => converter.run(operation, source, options, call));
  }

  async #pack(): Promise<Made> {
    const { runtime } = this.#ports;
    // Signs of life go out in between.
    const bytes = await packZipInSteps(this.#written, async () => {
      await runtime.sleep(1, this.#signal);
      this.#signal.throwIfAborted();
    });
    return { bytes, warnings: [], bytesIn: this.#written.reduce((sum, file) => sum + file.bytes.length, 0) };
  }

  async #workingDocument(): Promise<{ bytes: Uint8Array; facts: WorkingDocument }> {
    if (this.#document) return this.#document;
    const { input, runtime } = this.#ports;
    const { maxInputBytes, patience } = this.#limits;
    const { inputKey } = this.#job;
    const bytes = await patiently(runtime, patience, this.#signal, () =>
      readObject(input, inputKey, maxInputBytes, this.#signal),
    );
    this.#document = { bytes, facts: { from: undefined, name: fileNameOf(inputKey) } };
    return this.#document;
  }

  async #write(key: string, bytes: Uint8Array, contentType: string, listener: TaskListener): Promise<void> {
    const { output, runtime } = this.#ports;
    const signal = this.#signal;
    await patiently(runtime, this.#limits.patience, signal, () => {
      listener.writing();
      return output.write(key, bytes, { contentType, signal });
    });
  }
}

function jobWarning(task: string, { code, message, at }: Warning): JobWarning {
  return { task, code, message, at: describePosition(at) || null };
}

function invalid(task: Task): ScreenplayError {
  return new ScreenplayError('invalid_document', `The document is not valid: the report of ${task.name} says where`);
}
