import { appendFileSync } from 'node:fs';

/** For vitest: adds the reason of each skipped test as a line to the file that SKIPPED_TESTS names. */
export default class SkippedTestsReporter {
  onTestCaseResult(test) {
    const { state, note } = test.result();
    if (state === 'skipped' && note) appendFileSync(process.env.SKIPPED_TESTS, `${note}\n`);
  }
}
