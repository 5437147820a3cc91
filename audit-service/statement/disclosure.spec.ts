import { join } from 'node:path';
import type { RecordedEvent } from '@perktree/contracts/catalogue/events';
import { inTree, stored } from '@perktree/projector/testing/events';
import { MemoryStore } from '@perktree/projector/testing/memory-store';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { leafOf } from '../chain/hashes.ts';
import { newPrivateKey, readSigningKey } from '../chain/signing-key.ts';
import { openAuditDatabase } from '../testing/audit-database.ts';
import { auditedHistory } from '../testing/audited-history.ts';
import { EARNERS, earningHistory } from '../testing/earning-history.ts';
import { placesIn, withFlipped } from '../testing/flipped.ts';
import { statementMeans } from '../testing/statement-means.ts';
import { makeStatement } from './make-statement.ts';
import { packed } from './seal.ts';
import type { Statement, StatementAsked } from './statement.ts';

interface Verdict {
  readonly wrong: readonly string[];
  readonly entries: readonly { readonly entryId: string; readonly amount: string }[];
}
const { verifyStatement }: { verifyStatement: (statement: unknown, key?: string) => Verdict } = await import(
  join(import.meta.dirname, '../../scripts/verify-statement.mjs')
);
const key = readSigningKey(newPrivateKey());
const always = { from: '2000-01-01T00:00:00.000Z', to: '2026-10-01T00:00:00.000Z' };
const NOW = new Date('2026-11-01T00:00:00.000Z');
const database = await openAuditDatabase();
const pool = database.pool;
afterAll(async () => {
  await database?.close();
});

async function stated(history: readonly RecordedEvent[], about: StatementAsked['about']): Promise<Statement> {
  await pool.query('TRUNCATE audit.chain_segments, audit.signed_heads, audit.signing_keys, audit.parts_secret');
  const store = new MemoryStore();
  store.push(...history.map(stored));
  return (await makeStatement({ about, ...always }, { store, pool, key, now: NOW, ...statementMeans(store) }))
    .statement;
}

/** Every text in a value, and every number as text. */
function scalarsOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.values(value).flatMap(scalarsOf);
}

/** What of an event a distributor may read, and what only others may. */
function sidesOf(
  { fact: { data }, metadata }: RecordedEvent,
  distributorId: string,
): { readonly own: readonly unknown[]; readonly others: readonly unknown[] } {
  const doer = [metadata.actor.id, metadata.commandId];
  if ('distributorId' in data && 'entryIds' in data && 'amount' in data) {
    const told = [data.distributorId, data.entryIds, data.amount];
    return data.distributorId === distributorId ? { own: told, others: doer } : { own: [], others: [told, doer] };
  }
  if (!('shares' in data)) return { own: [], others: doer };
  const isOwn = ({ ownerId }: { readonly ownerId: string }) => ownerId === distributorId;
  const own = data.shares.filter(isOwn);
  // A distributor may see the sale amount, because their share is a part of it.
  const sale = 'saleAmount' in data ? data.saleAmount : data.amount;
  const { customerId } = data;
  const hidden = 'noteId' in data ? [data.noteId] : [data.pool, data.confirmedBy];
  const path = 'path' in data ? data.path.map(({ ownerId }) => ownerId) : [];
  const theirs = data.shares
    .filter((share) => !isOwn(share))
    .map(({ entryId, ownerId, amount, percent }) => [entryId, ownerId, amount, percent]);
  return { own: own.length > 0 ? [own, sale] : [], others: [doer, customerId, hidden, path, theirs] };
}

/** Ids, amounts and reasons in the history that a distributor has no part in. */
function secretsFrom(history: readonly RecordedEvent[], distributorId: string): ReadonlySet<string> {
  const sides = history.map((event) => sidesOf(event, distributorId));
  const own = new Set([distributorId, ...sides.flatMap((side) => scalarsOf(side.own))]);
  return new Set(sides.flatMap((side) => scalarsOf(side.others)).filter((text) => !own.has(text)));
}

describe('what a distributor is given of events that others earn from, too', () => {
  it('proves itself, and tells nothing of them', async () => {
    let [hidden, shown] = [0, 0];
    await fc.assert(
      fc.asyncProperty(earningHistory, fc.constantFrom(...EARNERS), async (history, id) => {
        const statement = await stated(history, { kind: 'distributor', id });
        const { wrong, entries } = verifyStatement(packed(statement), key.publicKey);
        expect(wrong).toEqual([]);
        const text = JSON.stringify(statement);
        const told = new Set(scalarsOf(statement));
        // A total of the distributor's own entries may equal an amount or percent of another distributor.
        const totals = new Set(scalarsOf(statement.totals));
        for (const secret of secretsFrom(history, id)) {
          if (totals.has(secret)) continue;
          hidden += 1;
          expect(told, secret).not.toContain(secret);
          // Short ones, such as amounts, may stand within a hash or another amount by chance.
          if (secret.length >= 12) expect(text).not.toContain(secret);
        }
        // The hash of a whole event would let a reader guess its content.
        // (That of the only event of a store is its root.)
        for (const event of history.length > 1 ? history : [])
          expect(text).not.toContain(leafOf(stored(event)).toString('hex'));
        const own = history.flatMap(({ fact: { data } }) =>
          'shares' in data ? data.shares.filter(({ ownerId }) => ownerId === id) : [],
        );
        expect(entries.map(({ entryId, amount }) => [entryId, amount])).toEqual(
          own.map(({ entryId, amount }) => [entryId, amount]),
        );
        shown += own.length;
      }),
      { numRuns: 12 },
    );
    expect(hidden).toBeGreaterThan(60);
    expect(shown).toBeGreaterThan(12);
  });

  it('cannot be guessed: the same share in two events, or in two stores, has hashes of its own', async () => {
    const hashes = async () => {
      const statement = await stated(auditedHistory(), { kind: 'distributor', id: 'ana' });
      return scalarsOf(statement.events).filter((text) => /^[\da-f]{64}$/.test(text));
    };
    const [one, other] = [await hashes(), await hashes()];
    expect(one.length).toBeGreaterThan(10);
    expect(one.filter((hash) => other.includes(hash))).toEqual([]);
  });
});

describe.each(['site', 'distributor'] as const)('every field of the statement of a %s that is changed', (kind) => {
  it('is found', async () => {
    const about = { kind, id: kind === 'site' ? inTree('root').siteId : 'ana' };
    const statement = await stated(auditedHistory(), about);
    expect(verifyStatement(packed(statement)).wrong).toEqual([]);
    const places = placesIn(statement);
    for (const place of places) {
      expect(verifyStatement(packed(withFlipped(statement, place))).wrong, place.path.join('.')).not.toEqual([]);
    }
    expect(places.length).toBeGreaterThan(100);
  });
});
