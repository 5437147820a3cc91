import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const never = ['**/node_modules/**', '**/dist/**', '**/.data/**'];

/** Begun last, one of these would go on alone for minutes. */
const LONGEST = /e2e\/(accessibility|specification\/section|main-job\.browser|redirects)/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Two projects: `units` share one throw-away Postgres server; `browser` starts the whole product and clicks through it. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'units',
          include: ['**/*.spec.{ts,tsx,mjs}'],
          exclude: [...never, 'e2e/**'],
          globalSetup: ['./platform/postgres/vitest-global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: Math.max(2, Math.floor(availableParallelism() / 2)),
        },
      },
      {
        test: {
          name: 'browser',
          include: ['e2e/**/*.spec.ts'],
          exclude: never,
          testTimeout: 240_000,
          hookTimeout: 180_000,
          // Each starts servers of its own, and waits for them most of the time.
          maxWorkers: Math.max(2, Math.floor(availableParallelism() / 2)),
        },
      },
    ],
  },
});
