import { readFileSync } from 'node:fs';
import { runProgram } from '@perktree/platform/process/run-program';
import type { LoadOrder } from './order.ts';
import { Load } from './run-load.ts';

/** `main.js ORDER.json`: makes the calls of an order and prints the result as JSON. */
runProgram(async () => {
  const order = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as LoadOrder;
  process.stdout.write(JSON.stringify(await new Load(order).run()));
});
