#!/usr/bin/env node
/** `npm run bench:as-of -- [EVENTS] [KIND]`: how long a site's past takes to show, and its audit (docs/audit.md). */
import { runBench } from './lib/run-bench.mjs';

await runBench('as-of');
