#!/usr/bin/env node
/**
 * `npm run backup:event-store -- --from DATA --to BACKUP [--index INDEX]`: copies the files of an EventStoreDB that runs, in the
 * order in which a copy can be restored (docs/operations.md). INDEX is the server's index folder, `index` in DATA by default.
 */
import { parseArgs } from 'node:util';
import { copyEventStoreFiles } from './lib/event-store-files.mjs';
import { checkNode } from './lib/project.mjs';

checkNode();
try {
  const { values } = parseArgs({
    options: { from: { type: 'string' }, to: { type: 'string' }, index: { type: 'string' } },
  });
  if (!values.from || !values.to) throw new Error('Name both folders: --from DATA --to BACKUP [--index INDEX]');
  const files = await copyEventStoreFiles(values);
  console.log(`${files} files of ${values.from} are in ${values.to}.`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
