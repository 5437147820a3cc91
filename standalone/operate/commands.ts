import { readFileSync } from 'node:fs';
import { erasedAccountIds } from '@perktree/identity/delete-account';
import { createIdentity } from '@perktree/identity/service';
import { inTransaction } from '@perktree/identity/transaction';
import { rebuildAll } from '@perktree/projector/rebuild-all';
import { verifyAll } from '@perktree/projector/verify';
import { cleanRestored, stopSitesWithoutOwner } from '../backup/restore/clean-restored.ts';
import { erasedIdsIn } from '../erased-accounts.ts';
import type { Opened } from './open-for-operator.ts';
import { createProgressLine } from './progress-line.ts';
import { traceOf, traceText } from './trace.ts';

interface OperatorCommand {
  /** Words that follow its name. */
  readonly usage: string;
  readonly summary: string;
  run(opened: Opened, words: readonly string[]): Promise<void>;
}

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
  'grant-superadmin': {
    usage: 'E-MAIL',
    summary: 'make an account a superadmin',
    async run({ pool, publicUrl, sessionSecret, logger }, [email]) {
      if (!email) throw new Error('grant-superadmin takes the e-mail address of an account.');
      await createIdentity({ pool, publicUrl, sessionSecret, logger }).grantSuperadmin(email);
      console.log(`${email} is a superadmin now.`);
    },
  },
  'reset-link': {
    usage: 'E-MAIL',
    summary: 'print a link by which an account gets a new password, good once and for an hour',
    async run({ pool, publicUrl, sessionSecret, logger }, [email]) {
      if (!email) throw new Error('reset-link takes the e-mail address of an account.');
      const identity = createIdentity({ pool, publicUrl, sessionSecret, logger });
      const { token, until } = await identity.beginPasswordReset(email);
      console.log(resetAddress(publicUrl, token));
      console.log(`Good once, until ${until.toISOString()}; a link made before is worth nothing any more.`);
    },
  },
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
      const cleaned = await inTransaction(opened.pool, (client) => cleanRestored(client, erasedSince));
      await stopSitesWithoutOwner(opened, cleaned.tenantIds);
      console.log(`Everyone is signed out. Accounts that were erased again: ${cleaned.erased.length}.`);
    },
  },
  'end-sessions': {
    usage: 'E-MAIL',
    summary: 'sign an account out everywhere, within a second',
    async run({ pool, publicUrl, sessionSecret, logger }, [email]) {
      if (!email) throw new Error('end-sessions takes the e-mail address of an account.');
      const ended = await createIdentity({ pool, publicUrl, sessionSecret, logger }).endSessions(email);
      console.log(`Sessions of ${email} that have ended: ${ended}.`);
    },
  },
  'remove-second-factor': {
    usage: 'E-MAIL',
    summary: 'let an account log in with its password alone, and sign it out everywhere',
    async run({ pool, publicUrl, sessionSecret, logger }, [email]) {
      if (!email) throw new Error('remove-second-factor takes the e-mail address of an account.');
      const identity = createIdentity({ pool, publicUrl, sessionSecret, logger });
      const { removed, ended } = await identity.removeSecondFactor(email);
      console.log(removed ? `${email} has no second factor any more.` : `${email} had no second factor.`);
      console.log(`Sessions of ${email} that have ended: ${ended}.`);
    },
  },
};

/** Behind `#`, which no browser sends: the token comes into no log of a server or proxy. */
const resetAddress = (publicUrl: string, token: string) => new URL(`/reset-password#${token}`, publicUrl).href;

export const HELP = [
  'npm run operate -- COMMAND',
  '',
  ...Object.entries(COMMANDS).map(([name, { usage, summary }]) => `  ${`${name} ${usage}`.padEnd(28)} ${summary}`),
].join('\n');
