import { readFileSync } from 'node:fs';
import { erasedAccountIds } from '@perktree/identity/delete-account';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import { rebuildAll } from '@perktree/projector/rebuild-all';
import { verifyAll } from '@perktree/projector/verify';
import { fillReadModels } from '../backup/restore/build-read-models.ts';
import { cleanRestored, stopSitesWithoutOwner } from '../backup/restore/clean-restored.ts';
import { erasedIdsIn } from '../erased-accounts.ts';
import { ACCOUNT_COMMANDS } from './account-commands.ts';
import type { OperatorCommand } from './operator-command.ts';
import { createProgressLine } from './progress-line.ts';
import { traceOf, traceText } from './trace.ts';

export const COMMANDS: Readonly<Record<string, OperatorCommand>> = {
  rebuild: {
    usage: '',
    summary: 'rebuild the data of every screen from the events; the product may go on meanwhile',
    async run({ store, pool }) {
      const progress = createProgressLine('rebuilding');
      const position = await rebuildAll({ store, pool, onProgress: progress.show });
      progress.end();
      console.log(`All read models are rebuilt up to position ${position}.`);
    },
  },
  verify: {
    usage: '',
    summary: 'compare the data of every screen with a replay of the events, byte for byte',
    async run({ store, pool }) {
      const progress = createProgressLine('replaying');
      const results = await verifyAll({ store, pool, onProgress: progress.show });
      progress.end();
      for (const { name, identical, live, position } of results) {
        console.log(`${identical ? 'identical' : 'DIFFERENT'}  ${name}  ${live.rows} rows at position ${position}`);
      }
      if (results.some(({ identical }) => !identical)) process.exitCode = 1;
    },
  },
  trace: {
    usage: 'CORRELATION-ID',
    summary: 'list the events that a request or a job led to, and which read models have them',
    async run({ store, pool }, [correlationId]) {
      if (!correlationId) throw new Error('trace takes the id of a request, as answers and error pages show it.');
      const events = await traceOf({ store, pool }, correlationId);
      console.log(events.length === 0 ? `No event has the correlation id ${correlationId}.` : traceText(events));
    },
  },
  ...ACCOUNT_COMMANDS,
  'list-erased': {
    usage: '',
    summary: 'print the ids of erased accounts, one a line; keep them beside your back-ups',
    async run({ pool }) {
      for (const id of await erasedAccountIds(pool)) console.log(id);
    },
  },
  'after-restore': {
    usage: '[FILE]',
    summary: 'after a restore by your database’s own tools: sign everyone out, erase the accounts of FILE again',
    async run(opened, [file]) {
      const erasedSince = file === undefined ? [] : erasedIdsIn(readFileSync(file, 'utf8'), file);
      // Sites of an erased owner are found in a read model, and a dump need not hold the read models.
      await fillReadModels(opened);
      // Committed after the sites are stopped: until then the owners are known, so the command can be run again.
      const cleaned = await inTransaction(opened.pool, async (client) => {
        const found = await cleanRestored(client, erasedSince);
        await stopSitesWithoutOwner(opened, found.tenantIds);
        return found;
      });
      console.log(`Everyone is signed out. Accounts that were erased again: ${cleaned.erased.length}.`);
    },
  },
};

export const HELP = [
  'npm run operate -- COMMAND',
  '',
  ...Object.entries(COMMANDS).map(([name, { usage, summary }]) => `  ${`${name} ${usage}`.padEnd(28)} ${summary}`),
  '',
  'Commands that take an E-MAIL show whose account it is and ask before they change it; --yes skips the question.',
].join('\n');
