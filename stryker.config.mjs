/**
 * Mutation tests of the pure rules and of the engine that runs them (`npm run mutate`, docs/how-to/test.md). Pass `--mutate FILE`
 * for one file.
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts' },
  mutate: [
    'command-service/*/decisions/**/*.ts',
    'command-service/engine/**/*.ts',
    'contracts/commission/**/*.ts',
    '!**/*.spec.ts',
    '!**/testing/**',
  ],
  // Texts and log lines are not rules.
  mutator: { excludedMutations: ['StringLiteral', 'ObjectLiteral'] },
  // Each worker loads the specs once; two cores run two.
  concurrency: 2,
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  thresholds: { high: 95, low: 80, break: 75 },
  reporters: ['clear-text', 'progress-append-only', 'html'],
  clearTextReporter: { allowColor: false, allowEmojis: false, reportTests: false, reportScoreTable: true },
  htmlReporter: { fileName: '.data/mutation.html' },
  tempDirName: '.data/stryker',
  ignorePatterns: ['dist', '**/dist', '.cache', 'test-results', 'docs'],
  allowConsoleColors: false,
  checkers: [],
};
