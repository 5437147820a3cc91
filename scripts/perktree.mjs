#!/usr/bin/env node
/** `npm run perktree -- COMMAND`: operates the product from the command line; `--help` lists the commands. */
import { runProgram } from './lib/run-program.mjs';

await runProgram('perktree');
