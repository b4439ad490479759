import type { FormatName, OperationName, Operations } from '../../ports/index.js';
import type { VarName, Vars } from './vars.js';

/** What a working document is: a file of a format, in the clear or, for a native one, encrypted. */
export type DocumentKind = FormatName | `encrypted ${FormatName}`;

/** What a task may know of the working document. */
export interface WorkingDocument {
  /** Its format, where a task before this one made it. */
  from: FormatName | undefined;
  /** File name of the input, which tells its format. */
  name: string;
}

/** What a task asks of the converter. */
export type OperationCall = {
  [Name in OperationName]: { operation: Name; options: Operations[Name]['options'] };
}[OperationName];

/** One kind of step of a job. Everything that the pipeline knows of it stands here. */
export interface Task {
  name: string;
  description: string;
  /** Formats that its document may have; none for a task that reads no document. */
  accepts: readonly FormatName[];
  /** Folder of its output below the job's output key; empty for none. */
  outputDir: string;
  /** File name of its output, in which `{stem}` stands for that of the input without its extension. */
  outputName: string;
  /** MIME type of its output. */
  contentType: string;
  vars: { required: readonly VarName[]; optional: readonly VarName[] };
  /** Kinds of working document that it can read; any, for a task that reads none. */
  takes: readonly DocumentKind[] | 'any';
  /** What the working document is after it; undefined: what it was. */
  makes?: { kinds: readonly DocumentKind[]; format: FormatName };
  work: DocumentWork | PackWork;
}

/** Has the converter do something with the working document. */
export interface DocumentWork {
  kind: 'document';
  call(vars: Vars, document: WorkingDocument, jobId: string): OperationCall;
  /** Whether what came out, which is written in any case, fails the job: with `invalid_document`. */
  fails?(vars: Vars, facts: object): boolean;
}

/** Packs the outputs so far into an archive. */
export interface PackWork {
  kind: 'pack';
}

/** The name of a task's output for an input of this stem. */
export function outputNameOf(task: Task, stem: string): string {
  return task.outputName.replace('{stem}', () => stem);
}
