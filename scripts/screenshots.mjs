#!/usr/bin/env node
/** `npm run screenshots`: the pictures of docs/images; `npm run screenshots -- counter-code` makes that one. */
import { runProgram } from './lib/run-program.mjs';

await runProgram('document-pictures');
