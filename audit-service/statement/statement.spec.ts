import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedEvent } from '@perktree/contracts/catalogue/events';
import { canonicalJson } from '@perktree/contracts/kernel/strict-json';
import { inTree, payout, stored, uuid } from '@perktree/projector/testing/events';
import { MemoryStore } from '@perktree/projector/testing/memory-store';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { SEGMENT_EVENTS } from '../chain/segments.ts';
import { newPrivateKey, readSigningKey } from '../chain/signing-key.ts';
import { effectiveClock } from '../effective-clock.ts';
import { auditHistory } from '../replay/audit-history.ts';
import { openAuditDatabase } from '../testing/audit-database.ts';
import { auditedFacts, auditedHistory } from '../testing/audited-history.ts';
import { CORRECTED, correctedHistory, correctedTexts, MISTYPED, PRIVATE } from '../testing/corrected-payout.ts';
import { altered, withShare } from '../testing/planted.ts';
import { statementMeans, streamsOf } from '../testing/statement-means.ts';
import { collectEvents } from './collect-events.ts';
import { makeStatement, NothingToState, statementOn } from './make-statement.ts';
import { coveredPeriod } from './routes.ts';
import { fingerprintOf, packed } from './seal.ts';
import type { ProvenEvent, Statement, StatementAsked, StatementEntry } from './statement.ts';

const VERIFIER = join(import.meta.dirname, '../../scripts/verify-statement.mjs');
interface Verdict {
  readonly wrong: readonly string[];
  readonly entries: readonly StatementEntry[];
}
interface Verifier {
  verifyStatement(statement: unknown, trustedKey: string): Verdict;
  verifyFile(bytes: Uint8Array, options: object): { readonly reasons: readonly unknown[] };
}
const { verifyStatement, verifyFile }: Verifier = await import(VERIFIER);
const entriesOf = (statement: Statement) => verifyStatement(packed(statement), statement.publicKey).entries;
const SITE = inTree('root').siteId;
const FILLING = SEGMENT_EVENTS + 300;
const key = readSigningKey(newPrivateKey());
const always = { from: '2000-01-01T00:00:00.000Z', to: '2026-10-01T00:00:00.000Z' };

const NOW = new Date('2026-11-01T00:00:00.000Z');
const database = await openAuditDatabase();
const pool = database.pool;
afterAll(() => database?.close());
const emptyChain = () =>
  pool.query('TRUNCATE audit.chain_segments, audit.signed_heads, audit.signing_keys, audit.parts_secret');

/** A store with other people's events around a history. */
function storeWith(history: readonly RecordedEvent[]): MemoryStore {
  const filling = Array.from({ length: FILLING }, (_, n) => ({
    ...{ stream: `other-${n}`, revision: 0, position: 0n, type: 'NothingKnown', data: { n }, metadata: {} },
    eventId: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  }));
  const store = new MemoryStore();
  store.push(...filling.slice(0, SEGMENT_EVENTS - 5), ...history.map(stored), ...filling.slice(SEGMENT_EVENTS - 5));
  return store;
}

async function stated(asked: Partial<StatementAsked> = {}, history = auditedHistory()): Promise<Statement> {
  const about = { kind: 'site', id: SITE } as const;
  const store = storeWith(history);
  const options = { store, pool, key, now: NOW, ...statementMeans(store) };
  return (await makeStatement({ about, ...always, ...asked }, options)).statement;
}

const verified = (statement: Statement, trustedKey = statement.publicKey) =>
  verifyStatement(JSON.parse(JSON.stringify(packed(statement))), trustedKey).wrong;

const wholeEvents = ({ events }: Pick<Statement, 'events'>) => events as readonly ProvenEvent[];
describe('a statement as it was made', () => {
  beforeEach(emptyChain);

  it.each<[string, Partial<StatementAsked>, number]>([
    ['of a site', {}, 9],
    ['of a distributor', { about: { kind: 'distributor', id: 'ana' } }, 3],
    ['of a distributor without earnings', { about: { kind: 'distributor', id: 'nobody' } }, 0],
    ['of a period without anything', { to: '2001-01-01T00:00:00.000Z' }, 0],
  ])('%s proves itself, with the published key', async (_, asked, entries) => {
    const statement = await stated(asked);
    expect(entriesOf(statement)).toHaveLength(entries);
    expect(verified(statement, key.publicKey)).toEqual([]);
  });

  it.each(['site', 'distributor'])('of version 1, of a %s, is still one that proves itself', (about) => {
    const file = join(import.meta.dirname, `../fixtures/version-1-${about}.json`);
    const statement = JSON.parse(readFileSync(file, 'utf8'));
    const found = () => verifyStatement(statement, statement.publicKey).wrong;
    expect(found()).toEqual([]);
    statement.events[0].event.data.saleAmount = '99.00';
    expect(found().join('\n')).toMatch(/BenefitRedeemed.* is not what was recorded/);
  });

  it('of version 7 that was issued before corrections were shown still proves itself, byte for byte', () => {
    const file = readFileSync(join(import.meta.dirname, '../fixtures/version-7-distributor.json'));
    const { publicKey } = JSON.parse(file.toString());
    expect(verifyFile(file, { key: publicKey }).reasons).toEqual([]);
  });

  it('leads from opening to closing balance, also for distributors without entries', async () => {
    const history = auditedHistory();
    const reversal = history.find(({ fact }) => fact.type === 'RedemptionReversed');
    const statement = await stated({ from: reversal?.metadata.recordedAt ?? '' });
    // It brings the redemption that the reversal takes back.
    expect(wholeEvents(statement).map(({ event }) => event.type)).toContain('BenefitRedeemed');
    expect(entriesOf(statement).every(({ reversesEntryId }) => reversesEntryId !== null)).toBe(true);
    expect(verified(statement)).toEqual([]);
    expect(statement.totals).toMatchObject([
      { distributorId: 'ana', opening: '0.00', takenBack: '-2.00', paidOut: '0.00', closing: '-2.00' },
      { distributorId: 'ben', opening: '1.00', takenBack: '-1.00', closing: '0.00' },
      { distributorId: 'cem', opening: '0.33', takenBack: '-0.33', closing: '0.00' },
    ]);
    const after = await stated({ from: '2026-09-01T00:00:00.000Z' });
    expect(entriesOf(after)).toEqual([]);
    expect(after.totals).toMatchObject([{ distributorId: 'ana', opening: '-2.00', closing: '-2.00' }]);
    expect(verified(after)).toEqual([]);
  });

  it('counts an event that was stored behind a later one as it counts for a closed month', async () => {
    const history = auditedHistory();
    const place = history.findIndex(({ fact }) => fact.type === 'PayoutPaid');
    const late = history.with(place, {
      ...(history[place] as RecordedEvent),
      metadata: { ...(history[place] as RecordedEvent).metadata, recordedAt: '2026-02-01T00:00:00.000Z' },
    });
    const february = await stated({ from: '2026-02-01T00:00:00.000Z', to: '2026-03-01T00:00:00.000Z' }, late);
    expect(february.totals).toEqual([]);
    const march = await stated({ from: '2026-03-01T00:00:00.000Z', to: '2026-04-01T00:00:00.000Z' }, late);
    expect(march.totals[0]).toMatchObject({ distributorId: 'ana', paidOut: '2.00' });
    expect(verified(march)).toEqual([]);
  });

  it('takes a returned payout off what was paid out, and a corrected reference changes nothing', async () => {
    const entryIds = [uuid('entry root')];
    const ids = { ...payout('p1'), distributorId: 'ana', entryIds };
    const corrected = { ...ids, noteId: uuid('note'), noteHash: null, reason: 'typing_mistake' } as const;
    const returned = { ...ids, amount: '2.00', noteId: null, noteHash: null };
    const at = '2026-04-02T12:00:00.000Z';
    const changed = auditedHistory([
      ...auditedFacts(),
      { type: 'PayoutReferenceCorrected', data: corrected, at },
      { type: 'PayoutReturned', data: returned, at },
    ]);
    const store = new MemoryStore();
    store.push(...changed.map(stored));
    const { differences } = await auditHistory({ store, pool: null });
    expect(differences).toBe(0);
    const statement = await stated({}, changed);
    expect(statement.totals[0]).toMatchObject({ distributorId: 'ana', paidOut: '0.00', closing: '0.00' });
    expect(verified(statement)).toEqual([]);
    // A correction from before hashes, recorded without terms, is not in it.
    const own = await stated({ about: { kind: 'distributor', id: 'ana' } }, changed);
    expect([verified(own), own.events.length]).toEqual([[], statement.events.length - 1]);
    const april = await stated({ from: '2026-04-01T00:00:00.000Z' }, changed);
    expect(april.totals[0]).toMatchObject({
      distributorId: 'ana',
      opening: '-2.00',
      paidOut: '-2.00',
      closing: '0.00',
    });
    expect(verified(april)).toEqual([]);
  });

  it('is refused where the store is not as it was recorded, or lacks an event of a stream', async () => {
    await stated();
    const place = auditedHistory().findIndex(({ fact }) => fact.type === 'BenefitRedeemed');
    await expect(stated({}, auditedHistory().toSpliced(place, 1))).rejects.toMatchObject({ name: 'NotAsRecorded' });
    const changed = altered('BenefitRedeemed', (data) => ({ ...data, saleAmount: '34.00' }));
    await expect(stated({}, changed)).rejects.toMatchObject({ name: 'NotAsRecorded' });
  });

  it('is the same where the read models lack its newest events, and where effective times were not recorded', async () => {
    const statement = await stated();
    const store = storeWith(auditedHistory());
    const about = { kind: 'site', id: SITE } as const;
    const common = { pool, key, now: new Date(statement.createdAt), ...statementMeans(store) };
    for (const upTo of [0n, BigInt(SEGMENT_EVENTS), BigInt(SEGMENT_EVENTS + 5)]) {
      const behind = { ...common, store, ownStreams: streamsOf(store, () => upTo) };
      expect((await statementOn(statement.head, { about, ...always }, behind)).statement).toEqual(statement);
    }
    await pool.query('UPDATE audit.chain_segments SET clocks = NULL');
    const unrecorded = { ...common, store };
    expect((await statementOn(statement.head, { about, ...always }, unrecorded)).statement).toEqual(statement);
    await stated();
    expect((await pool.query('SELECT 1 FROM audit.chain_segments WHERE clocks IS NULL')).rows).toEqual([]);
  });

  it('covers a running period up to the signed head, and is refused for a finished one', async () => {
    const store = storeWith(auditedHistory());
    const clock = effectiveClock({ store, pool });
    const asked = { about: { kind: 'site', id: SITE }, ...always } as const;
    const paid = store.events.find(({ type }) => type === 'PayoutPaid');
    const head = (paid?.position ?? 0n) - 1n;
    const running = await coveredPeriod({ store, clock }, asked, head, true);
    expect(running).toEqual({ ...asked, to: '2026-03-17T12:00:00.000Z' });
    expect(await clock.positionBefore(running.to)).toBe(head);
    await expect(coveredPeriod({ store, clock }, asked, head, false)).rejects.toThrow(NothingToState);
    const later = { ...asked, from: '2026-04-01T00:00:00.000Z' };
    await expect(coveredPeriod({ store, clock }, later, head, true)).rejects.toThrow(NothingToState);
    const before = { ...asked, to: running.to };
    expect(await coveredPeriod({ store, clock }, before, head, false)).toEqual(before);
  });

  it('reads the streams of its own alone', async () => {
    const { head, events } = await stated();
    const store = storeWith(auditedHistory());
    const source = {
      store: { readStream: (stream: string) => store.readStream(stream), readAll: () => Promise.reject(new Error()) },
      ...{ pool, clock: effectiveClock({ store, pool }), ownStreams: streamsOf(store) },
    };
    const end = BigInt(head.position);
    const asked = { about: { kind: 'site', id: SITE }, ...always } as const;
    const collected = await collectEvents(source, asked, { after: 0n, upTo: end }, end);
    expect(collected.map(({ number, at }) => [number, at])).toEqual(events.map(({ number, at }) => [number, at]));
  });

  it('names an amount that was wrong from the beginning', async () => {
    const history = altered('BenefitRedeemed', (data) => withShare(data, 0, { amount: '2.10' }));
    expect(verified(await stated({}, history)).join('\n')).toMatch(
      new RegExp(`BenefitRedeemed.*share of QR ${uuid('root')} is 2.10, and computes to 2.00`),
    );
  });
});

describe('a period', () => {
  beforeEach(emptyChain);

  it('that continues another one names its statement, and both join', async () => {
    const bytes = (statement: Statement) => Buffer.from(canonicalJson(packed(statement)));
    const march = await stated({ to: '2026-03-16T00:00:00.000Z' });
    const asked = { from: march.to, predecessor: fingerprintOf(packed(march)) };
    const april = await stated(asked);
    expect(april.totals[0]?.opening).toBe(march.totals[0]?.closing);
    expect(verifyFile(bytes(april), { key: key.publicKey, predecessor: bytes(march) }).reasons).toEqual([]);
  });
});

it('an event that counts later than its own clock is listed from the bound on', async () => {
  await emptyChain();
  const history = auditedHistory();
  const place = history.findIndex(({ fact }) => fact.type === 'PayoutPaid');
  const paid = history[place] as RecordedEvent;
  const before = Date.parse(history[place - 1]?.metadata.recordedAt ?? '');
  const recordedAt = new Date(before - 301_000).toISOString();
  const moved = await stated({}, history.with(place, { ...paid, metadata: { ...paid.metadata, recordedAt } }));
  expect(moved.clocks.moved).toMatchObject([{ at: new Date(before).toISOString(), recordedAt }]);
  expect(verified(moved)).toEqual([]);
  await emptyChain();
  const near = new Date(before - 300_000).toISOString();
  const within = await stated({}, history.with(place, { ...paid, metadata: { ...paid.metadata, recordedAt: near } }));
  expect(within.clocks.moved).toEqual([]);
});

describe('a payout whose reference was corrected', () => {
  beforeEach(emptyChain);
  const asked = { about: { kind: 'distributor', id: 'ana' }, ...always } as const;
  const statedWith = async (texts: object, changes: Partial<StatementAsked> = {}) => {
    const store = storeWith(correctedHistory());
    const means = { store, pool, key, now: NOW, ...statementMeans(store), ...texts };
    return (await makeStatement({ ...asked, ...changes }, means)).statement;
  };
  const shown = ({ texts }: Statement) => texts.map(({ text }) => text);

  it.each([
    ['site', SITE],
    ['distributor', 'ana'],
  ] as const)(
    'in a statement of a %s has both references, each tied to its event, and no private note',
    async (kind, id) => {
      const statement = await statedWith({ texts: correctedTexts }, { about: { kind, id } });
      expect(shown(statement)).toEqual([MISTYPED.text, CORRECTED.text]);
      expect(verified(statement)).toEqual([]);
      const stale = statement.texts.map((text) => ({ ...text, text: MISTYPED.text }));
      expect(verified({ ...statement, texts: stale }).join()).toContain('is not that of event');
      if (kind === 'distributor') {
        for (const secret of [PRIVATE.noteId, PRIVATE.noteHash])
          expect(JSON.stringify(statement)).not.toContain(secret);
      }
    },
  );

  it('has the correction in the period of the correction, also where that has nothing else', async () => {
    const until = await statedWith({ texts: correctedTexts }, { to: '2026-03-25T00:00:00.000Z' });
    expect(shown(until)).toEqual([MISTYPED.text]);
    const after = { from: until.to, to: '2026-03-26T00:00:00.000Z' };
    expect(shown(await statedWith({ texts: correctedTexts }, after))).toEqual([CORRECTED.text]);
  });

  it('has no reference that was erased', async () => {
    const erased = await statedWith({});
    expect(shown(erased)).toEqual([]);
    expect(verified(erased)).toEqual([]);
  });
});
