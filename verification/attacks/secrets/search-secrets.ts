import { findText } from '@perktree/apps/standalone/testing/find-text';
import { type AttackedWorld, openAttackedWorld } from '../attacked-world.ts';
import { makeSecrets, secretsIn } from './make-secrets.ts';
import { misplaceSecrets } from './misplace-secrets.ts';
import { searchAnswers } from './search-answers.ts';

/** A world that records its log and sends webhooks. */
export async function openLoggedWorld() {
  const log: string[] = [];
  const world = await openAttackedWorld(undefined, { log, sendsWebhooks: { delayAfter: () => 20, pollMs: 500 } });
  return { world, log };
}

/**
 * Creates secrets and searches for them: in every answer to every person, in the log, in the events and in all tables.
 * @returns the amount searched, and the places that hold a secret
 */
export async function searchSecrets(world: AttackedWorld, log: readonly string[]) {
  const secretive = await makeSecrets(world);
  const { secrets } = secretive;
  const { answers, faults } = await searchAnswers(world, secretive);
  const requests = await misplaceSecrets(world, secrets);
  const inLog = log.flatMap((line) => secretsIn(line, secrets).map((what) => `the log has ${what}: ${line}`));
  const events = await world.composed.store.readAll(0n, 100_000);
  const inEvents = secretsIn(JSON.stringify(events, bigints), secrets).map((what) => `an event has ${what}`);
  const texts = secrets.filter(({ isAddress }) => !isAddress).map(({ text }) => text);
  const inTables = (await findText(world.composed.pool, texts)).map((where) => `a table has a secret: ${where}`);
  return {
    counts: { 'answers searched': answers, 'misplaced secrets': requests, 'lines of log searched': log.length },
    faults: [...faults, ...inLog, ...inEvents, ...inTables],
  };
}

const bigints = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value);
