import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url));

/** The specs that kill mutants: those of the rules and of the engine, none of which needs a server. */
export default defineConfig({
  resolve: {
    // Stryker runs a copy of the sources, and `node_modules` links to the original's workspaces.
    alias: [{ find: /^@perktree\/([^/]+)\/(.+?)$/, replacement: `${root}$1/$2.ts` }],
  },
  test: {
    include: ['command-service/{*/decisions,engine}/**/*.spec.ts', 'contracts/commission/**/*.spec.ts'],
    exclude: ['**/node_modules/**', 'command-service/engine/snapshots/**'],
    testTimeout: 60_000,
    isolate: false,
  },
});
