import type { CommandSpec } from './command.js';
import { completion } from './completion.js';
import { convert } from './convert.js';
import { decrypt } from './decrypt.js';
import { encrypt } from './encrypt.js';
import { exportCommand } from './export.js';
import { formats } from './formats.js';
import { pages } from './pages.js';
import { push } from './push.js';
import { schema } from './schema.js';
import { serve } from './serve.js';
import { tasks } from './tasks.js';
import { validate } from './validate.js';
import { worker } from './worker.js';

/** Every command, in the order of the help. */
export const COMMANDS: readonly CommandSpec[] = [
  convert,
  exportCommand,
  validate,
  encrypt,
  decrypt,
  pages,
  formats,
  schema,
  serve,
  worker,
  tasks,
  push,
  completion,
];
