import { defineConfig } from 'vitest/config';

const never = ['**/node_modules/**', '**/dist/**', '**/.data/**'];

/** Two projects: `units` share one throw-away Postgres server; `browser` starts the whole product and clicks through it. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'units',
          include: ['**/*.spec.{ts,tsx,mjs}'],
          exclude: [...never, 'e2e/**'],
          globalSetup: ['./platform/postgres/vitest-global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
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
          maxWorkers: 2,
        },
      },
    ],
  },
});
