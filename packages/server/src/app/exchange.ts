import type { ParameterizedContext } from './koa.js';
import type { ReplyCode } from '../errors/status-table.js';

/** What the service itself keeps of a request. */
export interface ExchangeState {
  id: string;
  /** The path of the route as its table has it; none for a path that there is not. */
  route?: string;
  /** Whether the log is better off without it unless it fails. */
  quiet?: boolean;
  /** Bytes of the body, once it is read and inflated. */
  bytesIn?: number;
  /** Whether the client stopped reading its answer. */
  stalled?: true;
  /** What was wrong. */
  code?: ReplyCode;
}

/** A request and its answer. */
export type Exchange = ParameterizedContext<ExchangeState>;
