import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const never = ['**/node_modules/**', '**/dist/**', '**/.data/**'];

/** Begun last, one of these would go on alone for minutes. */
const LONGEST = new RegExp(
  [
    'e2e/(accessibility|specification/section|services|redirects|keyboard|start|attacks)|services/proxies',
    'model/domain|projector/(kill|operating)|(redis|postgres)-jobs|engine-suite.spec|migrate-events|eventstoredb/faults',
  ].join('|'),
);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** What is waited for comes in milliseconds, and on a machine that does much else later than vitest's one second. */
const expectations = { poll: { timeout: 20_000, interval: 20 } };

/** They put modules and clocks of their own in the place of everybody's, so that nothing else may have been loaded yet. */
const alone = ['trust/{oracle,simulator}/**/*.spec.ts'];

/**
 * Three projects, one after the other: `units` share one throw-away Postgres server, and a process what it has loaded;
 * each file of `units-alone` has a process of its own; `browser` starts the whole product and clicks through it.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'units',
          include: ['**/*.spec.{ts,tsx,mjs}'],
          exclude: [...never, 'e2e/**', ...alone],
          globalSetup: ['./platform/postgres/vitest-global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: expectations,
          // To load the contracts and their libraries for each file takes longer than most files.
          isolate: false,
          // Beside two that compute there is always one that waits, for a time-out or a server.
          maxWorkers: Math.max(3, Math.floor(availableParallelism() / 2)),
        },
      },
      {
        test: {
          name: 'units-alone',
          sequence: { groupOrder: 1 },
          include: alone,
          exclude: never,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: expectations,
          maxWorkers: Math.max(2, Math.floor(availableParallelism() / 2)),
        },
      },
      {
        test: {
          name: 'browser',
          sequence: { groupOrder: 2 },
          include: ['e2e/**/*.spec.ts'],
          exclude: never,
          globalSetup: ['./e2e/support/vitest-global-setup.ts'],
          testTimeout: 240_000,
          hookTimeout: 180_000,
          expect: expectations,
          // Each starts servers of its own, and waits for them much of the time.
          maxWorkers: Math.max(3, Math.floor(availableParallelism() / 2)),
        },
      },
    ],
  },
});
