import { type RecordedEvent, streams } from '@perktree/contracts/catalogue/events';
import { PROJECTIONS_TABLE } from '@perktree/contracts/catalogue/read-models';
import { inTree, NOON, payout, uuid } from '@perktree/projector/testing/events';
import type { Pool } from 'pg';
import { describe, expect, it } from 'vitest';
import { auditedFacts, auditedHistory } from '../testing/audited-history.ts';
import { storeOf } from '../testing/honest-history.ts';
import { altered, PLANTED, withShare } from '../testing/planted.ts';
import type { AuditFilter } from './audit-filter.ts';
import { auditHistory } from './audit-history.ts';

const audited = (events: readonly RecordedEvent[], filter: AuditFilter = {}) =>
  auditHistory({ store: storeOf(events), pool: null, filter });
const found = async (events: readonly RecordedEvent[], filter: AuditFilter = {}) =>
  (await audited(events, filter)).findings.map(({ what, expected, found }) => `${what}: ${expected}, not ${found}`);

describe('an audit of the whole history', () => {
  it('finds nothing in an honest one, and counts what there was', async () => {
    const result = await audited(auditedHistory());
    expect(result.findings).toEqual([]);
    expect(result).toMatchObject({
      ...{ differences: 0, sites: 1, trees: 1, redemptions: 1, reversals: 2, entries: 9, payouts: 1, rows: null },
      totals: [{ currency: 'EUR', earned: '3.33', takenBack: '-3.33', paidOut: '2.00' }],
    });
  });

  it.each(Object.entries(PLANTED))('finds %s', async (_, [plant, expected]) => {
    expect(await found(plant())).toContain(expected);
  });

  it('names the event, its place, and whose money it is', async () => {
    const history = altered('BenefitRedeemed', (data) => withShare(data, 0, { amount: '2.10' }));
    const wrong = history.find(({ fact }) => fact.type === 'BenefitRedeemed');
    const { findings } = await audited(history);
    expect(findings[0]).toMatchObject({
      ...{ eventId: wrong?.eventId, position: wrong?.position, stream: wrong?.stream },
      ...{ qrId: uuid('root'), distributorId: 'ana', expected: '2.00', found: '2.10' },
    });
  });

  it('goes on behind an event that cannot be read', async () => {
    const store = storeOf(auditedHistory());
    const at = store.events.findIndex(({ type }) => type === 'BenefitRedeemed');
    const event = store.events[at];
    if (event) store.events[at] = { ...event, data: { ...(event.data as object), pool: 'a lot' } };
    const result = await auditHistory({ store, pool: null });
    expect(result.findings.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['event', 'redemption that is reversed', 'entry of a payout']),
    );
    expect(result.findings[0]?.eventId).toBe(event?.eventId);
  });

  it('leaves out a row of the screens that has changed since, and names one that no event can have changed', async () => {
    const entries = auditedHistory().flatMap(({ fact: { data } }) => ('shares' in data ? data.shares : []));
    const rows = entries.map(({ entryId }) => ({
      ...{ entry_id: entryId, position: 100n, created_at: new Date(NOON).toISOString() },
      ...{ percent_bp: 0, amount_minor: 100500n, awaiting_minor: null, paid_at: null, compensated_minor: 0n },
    }));
    const query = async (asked: string | { readonly text: string }) => {
      const text = typeof asked === 'string' ? asked : asked.text;
      if (text.includes('chain_segments')) return { rows: [{ seen: '0' }] };
      if (text.includes(PROJECTIONS_TABLE)) return { rows: [{ position: '100' }] };
      return { rows: text.includes('ledger_entries') ? rows : [] };
    };
    const pool = { query } as unknown as Pool;
    const store = storeOf(auditedHistory());
    const ledgerOf = async () => {
      const { rows: compared, findings } = await auditHistory({ store, pool });
      return { ...compared?.tables[0], findings: findings.filter(({ stream }) => stream.endsWith('ledger_entries')) };
    };
    const named = await ledgerOf();
    expect(named).toMatchObject({ name: 'ledger_entries', compared: 9, behind: 0, later: 0, differences: 9 });
    expect(named.findings).toContainEqual(
      expect.objectContaining({ what: 'amount of an entry, as the screens show it', found: '1005.00' }),
    );
    expect(named.findings).toContainEqual(
      expect.objectContaining({ what: 'position of a row that the screens show', found: '100' }),
    );
    const head = await store.head();
    let heads = 0;
    store.head = async () => (heads++ === 0 ? head : 100n);
    expect(await ledgerOf()).toMatchObject({ compared: 0, behind: 0, later: 9, differences: 0, findings: [] });
  });

  it('reports the differences of a back-dated event in the period that its money counts in', async () => {
    const spoiled = altered('RedemptionReversed', (data) => withShare(data, 0, { amount: '-0.70' }));
    const [difference] = await found(spoiled);
    const backdated = spoiled.map((event) =>
      event.fact.type === 'RedemptionReversed'
        ? { ...event, metadata: { ...event.metadata, recordedAt: '2026-02-01T12:00:00.000Z' } }
        : event,
    );
    expect(await found(backdated, { from: '2026-03-17T00:00:00Z' })).toContain(difference);
    expect(await found(backdated, { to: '2026-03-01T00:00:00Z' })).toEqual([]);
  });

  it('tells of a site, a distributor or a time alone, and has replayed everything all the same', async () => {
    const spoiled = altered('RedemptionReversed', (data) => withShare(data, 0, { amount: '-0.70' }));
    expect(await found(spoiled, { distributorId: 'ana' })).toHaveLength(1);
    expect(await found(spoiled, { distributorId: 'nobody' })).toEqual([]);
    expect(await found(spoiled, { siteId: uuid('another site') })).toEqual([]);
    expect(await found(spoiled, { to: '2026-03-20T00:00:00Z' })).toEqual([]);
    expect(await found(spoiled, { from: '2026-03-20T00:00:00Z' })).toHaveLength(1);
    const result = await audited(auditedHistory(), { distributorId: 'ben', to: '2026-03-20T00:00:00Z' });
    expect(result).toMatchObject({
      ...{ differences: 0, redemptions: 1, reversals: 0, entries: 1, payouts: 0 },
      totals: [{ earned: '1.00', takenBack: '0.00', paidOut: '0.00' }],
    });
  });

  it('leaves out what another distributor is concerned with, also about sums and write-offs', async () => {
    const { payoutId: _, ...place } = payout('payout');
    const about = { ...place, distributorId: 'ben', amount: '2.00', entryIds: [uuid('entry root')] };
    const writeOff = {
      ...about,
      writeOffId: uuid('write-off'),
      reason: 'agreed',
      noteId: null,
      noteHash: null,
    } as const;
    for (const fact of [
      { type: 'EntriesCombined', data: { ...about, combinedId: uuid('sum') } } as const,
      { type: 'BalanceWrittenOff', data: writeOff } as const,
    ]) {
      // A stream that concerns no distributor by itself.
      const spoiled = auditedHistory([...auditedFacts(), fact]).map((event) =>
        event.fact.type === fact.type ? { ...event, stream: streams.site(place.siteId) } : event,
      );
      const isStream = (what: string) => what.startsWith('stream: ');
      expect((await found(spoiled, { distributorId: 'ben' })).filter(isStream)).toHaveLength(1);
      expect((await found(spoiled, { distributorId: 'ana' })).filter(isStream)).toEqual([]);
    }
  });

  it('keeps the first of very many differences and counts all', async () => {
    const history = auditedHistory();
    const claim = { type: 'QrClaimed', data: { ...inTree('root', 'root'), distributorId: 'eve' } } as const;
    const facts = [...auditedFacts(), ...Array.from({ length: 1_500 }, () => claim)];
    expect((await audited(history)).differences).toBe(0);
    const result = await audited(auditedHistory(facts));
    // One for each claim, and the clock of the first one.
    expect(result.differences).toBe(1_501);
    expect(result.findings).toHaveLength(1_000);
  });
});
