#!/usr/bin/env node
import { EXIT } from './exit-codes.js';
import { run } from './run.js';
import type { Io } from './terminal/io.js';

const io: Io = {
  // Opened when it is read, not before.
  get stdin() {
    return process.stdin;
  },
  get stdout() {
    return process.stdout;
  },
  get stderr() {
    return process.stderr;
  },
  env: process.env,
  cwd: process.cwd(),
};

// What escapes even from there is a bug, and ends with its exit code, not with a stack trace.
process.on('uncaughtException', (error) => {
  process.stderr.write(`error: a bug in screenplay, not in your file: ${error.message}\n`);
  process.exit(EXIT.defect);
});

// Not process.exit: what is still on its way into a pipe must arrive.
process.exitCode = await run(process.argv.slice(2), io);
