import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { VERIFY_FILES } from './scripts/lib/verify-parts.mjs';
import { installedChromium, QUIET } from './verification/e2e/support/chromium-path.ts';

/** Files of `npm run verify` run with VERIFY only, which `npm test` sets where files are selected. */
const never = [
  '**/node_modules/**',
  '**/dist/**',
  '**/.data/**',
  '**/.cache/**',
  ...(process.env.VERIFY ? [] : Object.values(VERIFY_FILES).flat()),
  // It needs a server of EventStoreDB, which `npm run verify -- engines` starts.
  ...(process.env.TEST_EVENT_STORE_URL ? [] : ['event-store/eventstoredb/real-server.spec.ts']),
];
const setupFiles = ['./verification/chance/vitest-setup.ts'];

/** The slowest files. They start first, so that none of them runs alone at the end. */
const LONGEST = new RegExp(
  [
    'e2e/services|apps/services/proxies|journeys/main-job',
    'tutorials/|model/|live/inline.contract|rebuild/operating|(redis|postgres)-jobs|migrate-events',
  ].join('|'),
);

class LongestFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }) => LONGEST.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** They end a test that hangs, and say nothing about speed. What needs real time gets more of it. */
const patient = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 60_000, interval: 20 } },
};

/**
 * A test of `units` takes less than a second, its polls some milliseconds, and ten times that beside other work. A longer test
 * names its limit, with a reason; one with more runs has more time.
 */
const patience =
  process.env.VERIFY || process.env.RUNS_FACTOR
    ? patient
    : { testTimeout: 60_000, hookTimeout: 180_000, expect: { poll: { timeout: 15_000, interval: 20 } } };

/** Each waits for Postgres, a page or a timer for half of its time, so three workers keep two processors busy. */
const WORKERS = Math.max(3, Math.floor(availableParallelism() / 2));

/** These specs replace modules and clocks before anything is loaded, so each needs its own process. */
const alone = ['verification/oracle/*.spec.ts', 'verification/simulator/**/*.spec.ts'];

/** The built product, used through a browser. */
const wholeProduct = {
  globalSetup: ['./verification/e2e/support/vitest-global-setup.ts'],
  ...patient,
  // Loading Playwright and the contracts takes a second of each file.
  isolate: false,
  // More would wait for a processor: each has a product, its Postgres and Chromium at work.
  maxWorkers: 2,
};

/** Components in a browser (docs/how-to/test.md). */
const screenSpecs = 'ui/**/*.screen.spec.tsx';
const chromium = installedChromium();
if (chromium === null) console.warn('No Chromium is installed: the tests of screens are left out.');
const screens = {
  plugins: [react()],
  publicDir: false,
  // React and MUI as they ship: their checks of development take most of the time of a render.
  // No built files that the login could fetch ahead.
  define: { 'process.env.NODE_ENV': '"production"', DASHBOARD_FILES: JSON.stringify({ en: [], es: [] }) },
  oxc: { jsx: { runtime: 'automatic', development: false } },
  optimizeDeps: {
    // Everything that a screen can import: a package that is found during the run would reload the page of a test.
    entries: ['ui/admin/app.tsx', 'ui/testing/*.{ts,tsx}', screenSpecs],
    include: [
      'react/jsx-runtime',
      'react-dom/client',
      'react-dom/server',
      '@emotion/cache',
      '@emotion/react',
      'axe-core',
    ],
  },
  test: {
    name: 'screens',
    sequence: { groupOrder: 2 },
    include: [screenSpecs],
    exclude: never,
    setupFiles: ['./ui/testing/set-up.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000, interval: 20 } },
    isolate: false,
    maxWorkers: WORKERS,
    browser: {
      enabled: true,
      headless: true,
      // A loaded machine opens the pages late.
      connectTimeout: 180_000,
      screenshotFailures: false,
      // No pixel is looked at: drawing the pages would take a third of the time.
      orchestratorScripts: [
        { content: `document.head.insertAdjacentHTML('beforeend', '<style>iframe { opacity: 0 }')` },
      ],
      provider: playwright({
        launchOptions: { executablePath: chromium ?? undefined, args: ['--no-sandbox', ...QUIET] },
        contextOptions: { locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce' },
        // Less than the limit of a test, so that the error says what was waited for. Beside other work a page got no processor for 10 s.
        actionTimeout: 30_000,
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
};

/**
 * Projects, one after the other. `units` share a temporary Postgres server and their worker processes. Each file of
 * `units-alone` runs in a separate process. `screens` render components with a fake API. `journeys` and `browser` use the
 * built product through a browser; only `npm run verify` runs `browser`.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // As for the screens, whose NODE_ENV this process has.
        oxc: screens.oxc,
        test: {
          name: 'units',
          include: ['**/*.spec.{ts,tsx,mjs}'],
          exclude: [...never, 'verification/{e2e,journeys}/**', ...alone, screenSpecs],
          globalSetup: ['./platform/postgres/testing/vitest-global-setup.ts'],
          setupFiles,
          ...patience,
          // Loading the contracts and their libraries takes longer than most files.
          isolate: false,
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          name: 'units-alone',
          sequence: { groupOrder: 1 },
          include: alone,
          exclude: never,
          setupFiles,
          ...patience,
          maxWorkers: WORKERS,
        },
      },
      ...(chromium === null ? [] : [screens]),
      {
        test: {
          name: 'journeys',
          sequence: { groupOrder: 3 },
          include: ['verification/journeys/**/*.spec.ts'],
          ...wholeProduct,
          globalSetup: ['./verification/journeys/global-setup.ts'],
        },
      },
      {
        test: {
          name: 'browser',
          sequence: { groupOrder: 4 },
          include: ['verification/e2e/**/*.spec.ts'],
          ...wholeProduct,
        },
      },
    ],
  },
});
