#!/usr/bin/env node
/**
 * `npm run bench -- [PART…] [--quick] [--json FILE]`: measures the product (docs/reference/performance.md). Five more benches have
 * their own arguments: `ui` (bytes, requests and paints of pages), `counter` (redemptions in a row by keyboard), `large` (a large customer beside a small one), `as-of` (past states) and `rebuild` (read models).
 */
import { runBundle, runProgram } from './lib/run-program.mjs';

const [name] = process.argv.slice(2);
if (name === 'ui' || name === 'counter' || name === 'large' || name === 'as-of' || name === 'rebuild') {
  process.argv.splice(2, 1);
  if (name === 'ui' || name === 'counter' || name === 'large') await runProgram(`bench-${name}`);
  else await runBundle(`.cache/bench-${name}`, { main: `verification/bench/${name}/main.ts` }, { product: false });
} else {
  // Below verification/bench/, so that the packages installed for it alone are found.
  await runBundle('verification/bench/.cache', {
    main: 'verification/bench/main.ts',
    load: 'verification/bench/load/main.ts',
    'in-process': 'verification/bench/in-process/main.ts',
    opponents: 'verification/bench/opponents/main.ts',
    'event-store-double': 'verification/bench/event-store/double.ts',
    projecting: 'verification/bench/projecting/main.ts',
  });
}
