/**
 * In a copy of the sources: runs specs once for each mutant that the arguments number, and prints a line for each:
 * `ID killed` or `ID survived`. One start of vitest for all of them.
 *
 * node trust/mutation/run-mutants.mjs '{"specs": ["a.spec.ts"], "ids": [0, 1]}'
 */
import { createVitest } from 'vitest/node';

const { specs, ids } = JSON.parse(process.argv[2] ?? '{}');
const vitest = await createVitest('test', {
  ...{ root: process.cwd(), watch: false, project: ['units'], bail: 1, reporters: [{}] },
  ...{ maxWorkers: 1, fileParallelism: false, testTimeout: 20_000 },
});
await vitest.standalone();
const files = [];
for (const spec of specs) files.push(...(await vitest.globTestSpecifications([spec])));

// Without a mutant everything has to pass, or what follows would say nothing.
for (const id of [-1, ...ids]) {
  process.env.PERKTREE_MUTANT = String(id);
  let hasFailed = false;
  for (const file of files) {
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications([file], false);
    hasFailed = unhandledErrors.length > 0 || testModules.length === 0 || testModules.some((module) => !module.ok());
    if (hasFailed) break;
  }
  console.log(`${id} ${hasFailed ? 'killed' : 'survived'}`);
}
await vitest.close();
process.exit(0);
