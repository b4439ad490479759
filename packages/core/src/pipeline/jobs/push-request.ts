import type { Vars } from '../tasks/vars.js';

/** A checked push request. */
export interface PushRequest {
  inputKey: string;
  outputKey: string;
  documentId: string;
  /** `''` when none was given. */
  tenantId: string;
  /** 1 to 32 names of tasks, each of which can follow the one before it. */
  tasks: readonly string[];
  vars: Vars;
  /** The job's own webhook, normalised. */
  webhook: string | null;
}

/** What the deployment allows. */
export interface PushRules {
  /** Whether inputs and outputs lie in one store, so that an output could be written over the input. */
  sharedStorage: boolean;
  /** The folder in which inputs lie. */
  inputPrefix?: string | undefined;
  /** The folder in which outputs lie. */
  outputPrefix?: string | undefined;
  /** Whether a job may have a webhook of its own; default yes. */
  ownWebhooks?: boolean | undefined;
}
