import { randomUUID } from 'node:crypto';
import type { StoredEvent } from '@perktree/event-store/port';
import { describe, expect, it } from 'vitest';
import { firstVersionsByDay } from '../trust/first-versions/first-versions.ts';
import type { CallAttempt, Evidence } from './evidence.ts';
import { judge } from './oracle.ts';
import { differencesFromReplay } from './replayed-rows.ts';

/** A correct small history, with the answers to its redemptions. */
function honest(): Evidence {
  const events = firstVersionsByDay().map((event, n): StoredEvent => ({ ...event, position: BigInt(n + 1) }));
  const attempts = events.flatMap(({ type, data, metadata, position }): CallAttempt[] => {
    if (type !== 'BenefitRedeemed') return [];
    const { redemptionId, customerId } = data as Record<string, string>;
    const { commandId } = metadata as { commandId: string };
    const call = { method: 'POST', url: '/api/redeem', key: `key ${redemptionId}`, commandId };
    const answer = { success: true, redemptionId };
    const by = { userId: customerId ?? '', tenantId: null };
    return [{ ...call, by, outcome: 'acknowledged', status: 200, answer, position }];
  });
  return { events, attempts, readModelDifferences: [], clocksAgree: true };
}

type Data = Record<string, unknown>;

/** Changes the first event of a type. */
function altered(type: string, change: (data: Data) => Data): Evidence {
  const evidence = honest();
  const at = evidence.events.findIndex((event) => event.type === type);
  const events = evidence.events.map((event, n) => (n === at ? { ...event, data: change(event.data as Data) } : event));
  return { ...evidence, events };
}

/** Appends a similar event to the stream of the first event of a type. */
function added(type: string, change: (event: StoredEvent) => Partial<StoredEvent>): Evidence {
  const evidence = honest();
  const { events } = evidence;
  const like = events.find((event) => event.type === type) as StoredEvent;
  const revision = events.filter(({ stream }) => stream === like.stream).length;
  const position = (events.at(-1)?.position ?? 0n) + 1n;
  const metadata = { ...(like.metadata as Data), commandId: randomUUID() };
  const more = { ...like, eventId: randomUUID(), metadata, ...change(like), revision, position };
  return { ...evidence, events: [...events, more] };
}

/** Removes the first event of a type. */
const without = (type: string): Evidence => {
  const evidence = honest();
  const gone = evidence.events.find((event) => event.type === type);
  return { ...evidence, events: evidence.events.filter((event) => event !== gone) };
};

const answered = (change: (call: CallAttempt, evidence: Evidence) => Partial<CallAttempt>): Evidence => {
  const evidence = honest();
  const call = evidence.attempts.find(({ by, outcome }) => by !== null && outcome === 'acknowledged') as CallAttempt;
  return { ...evidence, attempts: [...evidence.attempts, { ...call, key: null, ...change(call, evidence) }] };
};

const share = (data: Data, part: Data): Data => {
  const [first, ...others] = data.shares as Data[];
  return { ...data, shares: [{ ...first, ...part }, ...others] };
};

const PLANTED: Readonly<Record<string, readonly [() => Evidence, RegExp]>> = {
  'an acknowledged redemption that is not stored': [() => without('BenefitRedeemed'), /I1 .*acknowledged and is not/],
  'an event that is stored twice': [
    () => added('QrClaimed', ({ eventId }) => ({ eventId })),
    /I1 .*event \S+ \(QrClaimed\) is stored twice/,
  ],
  'a command that has appended twice': [
    () =>
      added('QrClaimed', ({ metadata }) => ({
        metadata: { ...(metadata as Data), recordedAt: '2026-12-24T00:00:00Z' },
      })),
    /I1 .*has appended twice/,
  ],
  'a position without an event': [() => answered(() => ({ position: 999_999n })), /I1 .*which has no event/],
  'an event that the acknowledged command did not cause': [
    () => answered((_, { events }) => ({ position: events[0]?.position ?? 1n, commandId: randomUUID() })),
    /I1 .*no event has its command/,
  ],
  'a retry refused after a success': [
    () =>
      answered(({ by }, { attempts }) => {
        const kept = attempts.find(({ outcome, key }) => outcome === 'acknowledged' && key !== null);
        return { by: kept?.by ?? by, key: kept?.key ?? '', outcome: 'refused', status: 409 };
      }),
    /I1 .*no success but 409/,
  ],
  'a refusal of a stored command': [
    () => answered((call) => ({ ...call, key: 'another', outcome: 'refused', status: 409 })),
    /I1 .*was refused \(409\), and its BenefitRedeemed is stored/,
  ],
  'a row that differs': [
    () => ({ ...honest(), readModelDifferences: ['qrs: row 1 is there, and nothing in a replay'] }),
    /I2 .*qrs/,
  ],
  'a split that exceeds the budget': [
    () =>
      altered('QrSplit', (data) => ({
        ...data,
        children: (data.children as Data[]).map((child) => ({
          ...child,
          terms: { ...(child.terms as Data), commissionPercent: '100.00' },
        })),
      })),
    /I3 money: .* gives \d+ of/,
  ],
  'an entry in two payouts': [
    () => added('PayoutGenerated', ({ data }) => ({ data: { ...(data as Data), payoutId: randomUUID() } })),
    /I3 money: .* is in .* and in/,
  ],
  'a cent too much': [
    () => altered('BenefitRedeemed', (data) => share(data, { amount: '99.99' })),
    /I3 audit: .*(amount of a share|pool)/,
  ],
  'a scan that was redeemed twice': [
    () =>
      added('BenefitRedeemed', ({ data }) => ({ data: { ...(data as Data), redemptionId: randomUUID(), shares: [] } })),
    /I4 limits: scan .* was redeemed twice/,
  ],
  'a gap in a stream': [
    () => {
      const evidence = honest();
      const events = evidence.events.map((event) =>
        event.revision > 0 ? { ...event, revision: event.revision + 1 } : event,
      );
      return { ...evidence, events };
    },
    /I5 order: .* has revision/,
  ],
  'positions out of order': [() => ({ ...honest(), events: [...honest().events].reverse() }), /I5 order: position/],
  'a period that begins twice': [() => added('QrReissued', () => ({})), /I6 jobs: period \d+ of .* began twice/],
  'a redemption of a scan that does not exist': [
    () =>
      added('BenefitRedeemed', ({ data }) => ({
        data: {
          ...(data as Data),
          redemptionId: randomUUID(),
          scanId: '00000000-0000-4000-8000-000000000000',
          shares: [],
        },
      })),
    /I3 audit: .*scan of the redemption/,
  ],
  'a payout of an entry that was never earned': [
    () =>
      added('PayoutGenerated', ({ data }) => ({
        data: { ...(data as Data), payoutId: randomUUID(), entryIds: [randomUUID()] },
      })),
    /I3 audit: .*entry of a payout/,
  ],
  'a QR that is made twice': [() => added('RootQrCreated', () => ({})), /I3 audit: .*QR of an id/],
  'an answer about another business': [
    () => {
      const evidence = honest();
      const redeemed = evidence.events.find(({ type }) => type === 'BenefitRedeemed') as StoredEvent;
      const { siteId } = redeemed.data as { siteId: string };
      const by = { userId: 'a stranger', tenantId: randomUUID() };
      const [call] = evidence.attempts as readonly [CallAttempt];
      const leaked: CallAttempt = { ...call, by, url: '/api/sites', key: null, answer: { sites: [{ id: siteId }] } };
      return { ...evidence, attempts: [...evidence.attempts, leaked] };
    },
    /I7 tenants: .* disclosed .* to a stranger/,
  ],
};

describe('the oracle', () => {
  it('finds nothing in correct evidence', async () => {
    expect(await judge(honest())).toEqual([]);
  });

  it.each(Object.entries(PLANTED))('finds %s', async (_, [plant, violation]) => {
    expect((await judge(plant())).join('\n')).toMatch(violation);
  });

  it('does not judge times if clocks are a day apart', async () => {
    const late = altered('BenefitRedeemed', (data) => ({ ...data, treeRevision: 99 }));
    expect((await judge(late)).join('\n')).toMatch(/I3 audit: .*tree revision/);
    expect((await judge({ ...late, clocksAgree: false })).join('\n')).not.toMatch(/tree revision/);
    const expired = answered(({ by }, { attempts }) => {
      const kept = attempts.find(({ outcome, key }) => outcome === 'acknowledged' && key !== null);
      const answer = { success: false, code: 'OFFER_EXPIRED' };
      return { by: kept?.by ?? by, key: kept?.key ?? '', outcome: 'refused', status: 200, answer };
    });
    expect((await judge(expired)).join('\n')).toMatch(/I1 .*no success but 200/);
    expect(await judge({ ...expired, clocksAgree: false })).toEqual([]);
  });

  it('finds missing rows', () => {
    const [difference = ''] = differencesFromReplay(honest().events, new Map());
    expect(difference).toMatch(/^\w+: row \S+ is nothing, and \{/);
  });
});
