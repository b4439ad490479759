export { codecContract } from './codec-contract.js';
export type { ContractCase, ContractSample } from './codec-contract.js';
export { fullDocument } from './full-document.js';
export { printed } from './printed.js';
export type { Printed, PrintedBlock, PrintedKind, PrintedOptions, PrintedRun } from './printed.js';
