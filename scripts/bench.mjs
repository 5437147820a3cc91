#!/usr/bin/env node
/**
 * `npm run bench -- [PART…] [--quick | --long]`: measures redemptions (docs/reference/performance.md). `npm run bench -- ui` measures
 * bytes, requests and paints of pages.
 */
import { runBundle, runProgram } from './lib/run-program.mjs';

if (process.argv[2] === 'ui') {
  process.argv.splice(2, 1);
  await runProgram('bench-ui');
} else {
  // Below verification/bench/, so that the packages installed for it alone are found.
  await runBundle('verification/bench/.cache', {
    main: 'verification/bench/main.ts',
    opponents: 'verification/bench/opponents/main.ts',
    'event-store-double': 'verification/bench/event-store/double.ts',
  });
}
