import type { CommandSpec } from './command.js';
import { completion } from './completion.js';
import { convert } from './convert.js';
import { decrypt } from './decrypt.js';
import { encrypt } from './encrypt.js';
import { exportCommand } from './export.js';
import { formats } from './formats.js';
import { pages } from './pages.js';
import { schema } from './schema.js';
import { validate } from './validate.js';

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
  completion,
];
