#!/usr/bin/env node
/** `npm run bench:rebuild -- [EVENTS]`: how fast read models are rebuilt under live traffic (docs/projections.md). */
import { runBench } from './lib/run-bench.mjs';

await runBench('rebuild');
