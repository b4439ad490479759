/**
 * Jobs: what a push request may ask for, who takes jobs on, works on them and tells others about it, all over ports.
 * docs/jobs.md and docs/webhooks.md are the guides.
 *
 * @packageDocumentation
 */
export { taskCatalogue } from '../tasks/catalogue.js';
export type { TaskDescription } from '../tasks/catalogue.js';
export type { Vars } from '../tasks/vars.js';
export { asFolder, isWithin, parseKey } from './keys.js';
export { parsePush } from './parse-push.js';
export type { PushRequest, PushRules } from './push-request.js';
export { normaliseWebhook, normaliseWebhooks } from './webhook-url.js';
export { DeliverySender } from './delivery-sender.js';
export type { DeliverySenderOptions } from './delivery-sender.js';
export type { JobPorts, JobServicePorts, SenderPorts, WorkerPorts } from './job-ports.js';
export { JobSecrets } from './job-secrets.js';
export { JobService } from './job-service.js';
export type { JobServiceOptions, QueueState, SubmitOptions, Submitted } from './job-service.js';
export { Reconciler } from './reconciler.js';
export type { ReconcilerOptions } from './reconciler.js';
export type { Patience } from './trouble.js';
export { Worker } from './worker.js';
export type { WorkerOptions } from './worker.js';
