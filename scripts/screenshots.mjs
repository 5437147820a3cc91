#!/usr/bin/env node
/**
 * `npm run screenshots`: the pictures of docs/images. `npm run screenshots -- all`: every route of every role with its dialogs, in
 * `screenshots/`; further words select widths, themes and people.
 */
import { runProgram } from './lib/run-program.mjs';

await runProgram(process.argv[2] === 'all' ? 'screenshots' : 'document-pictures');
