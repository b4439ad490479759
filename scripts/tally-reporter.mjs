import { writeFileSync } from 'node:fs';

/**
 * Writes how many tests passed and failed, as JSON, to the file that `TALLY` names. A file that does not load and an
 * error outside any test count as failed tests.
 */
export default class TallyReporter {
  /** @param {readonly import('vitest/node').TestModule[]} modules @param {readonly unknown[]} errors */
  onTestRunEnd(modules, errors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const passed = tests.filter((state) => state === 'passed').length;
    const failed = tests.filter((state) => state === 'failed').length;
    const broken = modules.filter((module) => module.errors().length > 0).length;
    const tally = { passed, failed: failed + broken + errors.length };
    if (process.env.TALLY) writeFileSync(process.env.TALLY, JSON.stringify(tally));
  }
}
