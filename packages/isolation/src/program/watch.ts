import { Socket } from 'node:net';
import { parentPort } from 'node:worker_threads';
import { LIFELINE_FD } from '../protocol/messages.js';

/**
 * The thread that ends a child process when its parent is gone: the system closes the parent's end of the lifeline,
 * however the parent ended. A conversion that hangs cannot keep this thread from seeing it. A byte on the lifeline asks
 * for the resident memory of the process, where the system has no better way to tell.
 */
const lifeline = new Socket({ fd: LIFELINE_FD });
lifeline.on('data', () => {
  const report = new DataView(new ArrayBuffer(8));
  report.setFloat64(0, process.memoryUsage.rss(), true);
  lifeline.write(new Uint8Array(report.buffer));
});
lifeline.on('error', () => undefined);
lifeline.on('close', () => process.kill(process.pid, 'SIGKILL'));
parentPort?.postMessage('watching');
