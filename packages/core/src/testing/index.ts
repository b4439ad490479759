export { codecContract } from './codec-contract.js';
export type { ContractCase, ContractSample } from './codec-contract.js';
export { fullDocument } from './full-document.js';
