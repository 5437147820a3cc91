import type { AnyEvent, EventData } from '@perktree/contracts/catalogue/events';
import { newQr, payout, SITE, SITE_CONFIGURATION, uuid } from '@perktree/projector/testing/events';
import { describe, expect, it } from 'vitest';
import { auditedFacts, auditedHistory } from '../testing/audited-history.ts';
import { storeOf } from '../testing/honest-history.ts';
import { auditHistory } from './audit-history.ts';

type Fact = AnyEvent & { readonly at?: string };
type Close = EventData<'MonthClosed'>;

/** Of the small history: what was earned and paid out in March, and taken back on the 20th of it. */
const MARCH: Close['totals'][number] = {
  ...{ currency: 'EUR' as const, opening: '0.00', earned: '3.33', takenBack: '-3.33' },
  ...{ paidOut: '2.00', writtenOff: '0.00', closing: '-2.00' },
};
const right: Close = {
  ...{ ...SITE, month: '2026-03', position: '16', totals: [MARCH], closedBy: 'owner' },
  fingerprint: '',
};
const OVER = '2026-04-02T08:00:00.000Z';
const closed = (change: Partial<Close> = {}, at = OVER): Fact => ({
  ...{ type: 'MonthClosed', at },
  data: { ...right, fingerprint: 'ab'.repeat(32), ...change },
});

async function findingsOf(facts: readonly Fact[], filter: { siteId?: string; from?: string; to?: string } = {}) {
  const { findings } = await auditHistory({ store: storeOf(auditedHistory(facts)), pool: null, filter });
  return findings;
}
const saidOf = async (...facts: readonly Fact[]) =>
  (await findingsOf(facts)).map(({ what, expected, found }) => `${what}: ${expected}, not ${found}`);

/** The fingerprint of a month by the events, as the finding of a wrong one says it. */
async function fingerprintAfter(facts: readonly Fact[], of: Partial<Close> = {}): Promise<string> {
  const findings = await findingsOf([...facts, closed(of)]);
  return findings.find(({ what }) => what === 'fingerprint of a closed month')?.expected ?? '';
}

const history = auditedFacts();
const honest = { fingerprint: await fingerprintAfter(history) };

describe('a month that was closed', () => {
  it('given the figures of its events, when the history is replayed, then nothing is found', async () => {
    expect(honest.fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(await saidOf(...history, closed(honest))).toEqual([]);
  });

  it.each<[string, Partial<Close>, readonly string[]]>([
    [
      'more earned',
      { totals: [{ ...MARCH, earned: '903.33', closing: '898.00' }] },
      [
        'earned in a closed month: 3.33 EUR, not 903.33 EUR',
        'owed at the end of a closed month: -2.00 EUR, not 898.00 EUR',
      ],
    ],
    ['no figures', { totals: [] }, ['earned in a closed month: 3.33 EUR, not null']],
    [
      'a currency that nothing was earned in',
      { totals: [MARCH, { ...MARCH, currency: 'USD' as const }] },
      ['earned in a closed month: null, not 3.33 USD'],
    ],
    [
      'the same currency twice',
      { totals: [MARCH, MARCH] },
      ['earned in a closed month: 3.33 EUR, not 3.33 EUR 3.33 EUR'],
    ],
    ['an earlier position', { position: '12' }, ['position of a closed month: 16, not 12']],
    [
      'the fingerprint of other figures',
      { fingerprint: 'cd'.repeat(32) },
      [`fingerprint of a closed month: ${honest.fingerprint}, not ${'cd'.repeat(32)}`],
    ],
  ])('given %s, when the history is replayed, then the difference is named', async (_, change, expected) => {
    const said = await saidOf(...history, closed({ ...honest, ...change }));
    expect(said).toEqual(expect.arrayContaining([...expected]));
    expect(said.every((one) => one.includes('a closed month'))).toBe(true);
  });

  it('given one that was not over, then its time is named', async () => {
    const early = await saidOf(...history, closed(honest, '2026-03-31T23:59:59.000Z'));
    expect(early).toEqual([
      'time at which a month is closed: not before 2026-04-01T00:00:00.000Z, not 2026-03-31T23:59:59.000Z',
    ]);
  });

  it('given later money of the same and of another currency, then the month stays as it was', async () => {
    const { payoutId: _, ...ofAna } = { ...payout('p1'), distributorId: 'ana' };
    const writeOff = (currency: 'EUR' | 'USD', name: string): Fact => ({
      ...{ type: 'BalanceWrittenOff', at: '2026-04-03T08:00:00.000Z' },
      data: {
        ...{ ...ofAna, currency, amount: '-2.00', entryIds: [uuid('entry root')], writeOffId: newQr(name).qrId },
        ...{ reason: 'agreed', noteId: null, noteHash: null },
      },
    });
    const later = [...history, writeOff('EUR', 'w1'), writeOff('USD', 'w2')];
    const ofMonths = async (...facts: readonly Fact[]) =>
      (await saidOf(...facts)).filter((one) => one.includes('month'));
    expect(await ofMonths(...later, closed(honest, '2026-04-04T08:00:00.000Z'))).toEqual([]);

    const april = {
      ...{ month: '2026-04', position: '18' },
      totals: [
        {
          ...MARCH,
          opening: '-2.00',
          earned: '0.00',
          takenBack: '0.00',
          paidOut: '0.00',
          writtenOff: '-2.00',
          closing: '0.00',
        },
        {
          ...{ currency: 'USD' as const, opening: '0.00', earned: '0.00', takenBack: '0.00', paidOut: '0.00' },
          ...{ writtenOff: '-2.00', closing: '2.00' },
        },
      ],
    };
    const both = [...later, closed(honest, '2026-04-04T08:00:00.000Z')];
    const may = '2026-05-02T08:00:00.000Z';
    const fingerprint = await fingerprintAfter(both, { ...april });
    expect(await ofMonths(...both, closed({ ...april, fingerprint }, may))).toEqual([]);
    // The same without a close of the month before: one ledger goes from month to month.
    expect(await ofMonths(...later, closed({ ...april, fingerprint }, may))).toEqual([]);
  });

  it('given one that was closed again, then each close is compared', async () => {
    const again = closed({ ...honest, totals: [] }, '2026-04-03T08:00:00.000Z');
    const findings = await findingsOf([...history, closed(honest), again, closed(honest, '2026-04-05T08:00:00.000Z')]);
    expect(new Set(findings.map(({ position }) => position))).toEqual(new Set([18n]));
  });

  it('given a time zone of the site, then the month ends in it', async () => {
    const zone = 'Pacific/Auckland';
    const configuration = { ...SITE_CONFIGURATION, minimumPayout: '1.00', timeZone: zone };
    const inAuckland = history.map((fact) =>
      fact.type === 'SiteCreated' ? { ...fact, data: { ...fact.data, configuration } } : fact,
    );
    const said = await saidOf(...inAuckland, closed(honest, '2026-03-31T11:30:00.000Z'));
    // The fingerprint names the zone.
    expect(said).toEqual([expect.stringMatching(/^fingerprint of a closed month/)]);
    const utc = await saidOf(...history, closed(honest, '2026-03-31T11:30:00.000Z'));
    expect(utc).toContainEqual(expect.stringMatching(/^time at which a month is closed/));
  });

  it('given an audit of another site or period, then it is not compared', async () => {
    const facts = [...history, closed()];
    expect(await findingsOf(facts)).not.toEqual([]);
    expect(await findingsOf(facts, { siteId: newQr('another site').qrId })).toEqual([]);
    expect(await findingsOf(facts, { to: '2026-04-01T00:00:00Z' })).toEqual([]);
    expect(await findingsOf(facts, { from: '2026-04-02T00:00:00Z' })).not.toEqual([]);
  });
});
