import { join } from 'node:path';
import { openEventStoreDb } from '@perktree/event-store/eventstoredb/event-store-db';
import { NO_STREAM } from '@perktree/event-store/port';
import { startEventStoreDbDouble } from '@perktree/event-store/testing/event-store-db-double/double';
import { inTree, stored } from '@perktree/projector/testing/events';
import { MemoryStore } from '@perktree/projector/testing/memory-store';
import { afterAll, describe, expect, it } from 'vitest';
import { makeStatement } from '../statement/make-statement.ts';
import { openAuditDatabase } from '../testing/audit-database.ts';
import { auditedHistory } from '../testing/audited-history.ts';
import { statementMeans } from '../testing/statement-means.ts';
import { followChain } from './follow-chain.ts';
import { signChainJob } from './sign-chain-job.ts';
import { newPrivateKey, readSigningKey } from './signing-key.ts';
import { verifyChain } from './verify-chain.ts';

const { verifyStatement }: { verifyStatement: (file: unknown, key: string) => { wrong: readonly string[] } } =
  await import(join(import.meta.dirname, '../../scripts/verify-statement.mjs'));
const key = readSigningKey(newPrivateKey());
const clock = () => new Date('2026-11-01T00:00:00.000Z');
const history = auditedHistory().map(stored);
const double = await startEventStoreDbDouble();
const store = openEventStoreDb({ url: double.urls[0] });
for (const { stream, revision, eventId, type, data, metadata } of history) {
  await store.append(stream, revision === 0 ? NO_STREAM : revision - 1, [{ eventId, type, data, metadata }]);
}
const database = await openAuditDatabase();
const pool = database.pool;
afterAll(async () => {
  await store?.close();
  await double?.close();
  await database?.close();
});

describe('on EventStoreDB (wire double)', () => {
  it('events chain to the same as in any other engine, and verify', async () => {
    await signChainJob({ store, pool, key, clock }).run();
    const verified = await verifyChain({ store, pool, positionsAreNumbers: false, now: clock() });
    expect(verified).toMatchObject({ recorded: history.length, heads: 1, difference: null });
    await pool.query('TRUNCATE audit.chain_segments, audit.signed_heads, audit.signing_keys');
    const other = new MemoryStore();
    other.push(...history);
    const { chain } = await followChain({ store: other, pool });
    expect(chain.toString('hex')).toBe(verified.chain);
    await pool.query('TRUNCATE audit.chain_segments');
  });

  it.each([
    ['site', inTree('root').siteId, 9],
    ['distributor', 'ana', 3],
  ] as const)('a statement of a %s proves itself, of a part of the time, too', async (kind, id, entries) => {
    const about = { kind, id };
    const means = { store, pool, key, now: clock(), ...statementMeans(store) };
    const whole = await makeStatement(
      { about, from: '2000-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z' },
      means,
    );
    expect(whole.entries).toHaveLength(entries);
    expect(verifyStatement(whole.file, key.publicKey).wrong).toEqual([]);
    // What was taken back later brings the redemption before it, by its position in this engine.
    const later = await makeStatement(
      { about, from: '2026-03-18T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z' },
      means,
    );
    expect(later.statement.events.length).toBeGreaterThan(later.entries.length / entries);
    expect(verifyStatement(later.file, key.publicKey).wrong).toEqual([]);
  });
});
