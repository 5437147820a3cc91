#!/usr/bin/env node
/** `npm start`: serves the whole product from one process. */
import { runProgram } from './lib/run-program.mjs';

await runProgram('standalone');
