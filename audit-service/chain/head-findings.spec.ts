import { randomUUID } from 'node:crypto';
import { MemoryStore } from '@perktree/projector/testing/memory-store';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AuditDatabase, openAuditDatabase } from '../testing/audit-database.ts';
import { signChainJob } from './sign-chain-job.ts';
import { allHeads } from './signed-heads.ts';
import { newPrivateKey, readSigningKey } from './signing-key.ts';
import { verifyChain } from './verify-chain.ts';

const key = readSigningKey(newPrivateKey());
const day = (n: number) => new Date(Date.UTC(2026, 4, n));

let database: AuditDatabase;
let store: MemoryStore;
let events = 0;
beforeEach(async () => {
  database = await openAuditDatabase();
  store = new MemoryStore();
  events = 0;
  for (const n of [1, 2, 3, 4]) await live(n);
});
afterEach(() => database.close());

/** An event, and the head over it. */
async function live(at: number, signedAt = at): Promise<void> {
  events += 1;
  store.push({
    ...{ stream: 'thing', revision: events - 1, position: BigInt(events), eventId: randomUUID(), type: 'Happened' },
    ...{ data: {}, metadata: { recordedAt: day(at).toISOString() } },
  });
  await signChainJob({ store, pool: database.pool, key, clock: () => day(signedAt) }).run();
}
const verify = (now = 4, heads: Awaited<ReturnType<typeof allHeads>> = []) =>
  verifyChain({ store, pool: database.pool, positionsAreNumbers: true, now: day(now), heads });
const deleteHeads = (of: string) => database.pool.query(`DELETE FROM audit.signed_heads WHERE ${of}`);

it('nothing is found of heads of every day, and of a quiet week', async () => {
  await live(11);
  expect(await verify(20)).toMatchObject({ heads: 5, difference: null, findings: [] });
});

it('a gap of days is named', async () => {
  await live(7);
  await deleteHeads('events IN (2, 3, 4)');
  expect((await verify(7)).findings).toMatchObject([{ kind: 'gap', at: day(2).toISOString() }]);
});

it('newest heads that were deleted are named a day later', async () => {
  await deleteHeads('events > 2');
  expect((await verify(4)).findings).toEqual([]);
  expect((await verify(5)).findings).toMatchObject([{ kind: 'gap', at: day(3).toISOString() }]);
});

it('a head that was given from elsewhere and is in the store no more is named', async () => {
  const kept = await allHeads(database.pool);
  expect((await verify(4, kept)).findings).toEqual([]);
  await deleteHeads('events = 3');
  const { difference, findings } = await verify(4, kept);
  expect(difference).toBeNull();
  expect(findings).toMatchObject([{ kind: 'lost_head', message: expect.stringContaining('The head of 3 events') }]);
});

it('a head that was signed before an earlier one is named', async () => {
  await live(5, 1);
  expect((await verify(5)).findings).toMatchObject([{ kind: 'clock', message: expect.stringContaining('ran back') }]);
});
