import type { AnyEvent, EventData, EventType, RecordedEvent } from '@perktree/contracts/catalogue/events';
import { inTree, payoutGenerated, redeemed, share, terms, uuid } from '@perktree/projector/testing/events';
import { auditedFacts, auditedHistory } from './audited-history.ts';
import { withItsId } from './honest-history.ts';

/** Writes an event of a type another way; the n-th of them. */
export function altered<T extends EventType>(type: T, change: (data: EventData<T>) => EventData<T>, n = 0) {
  const history = auditedHistory();
  const at = history.flatMap((event, index) => (event.fact.type === type ? [index] : []))[n];
  return history.map((event, index) =>
    index === at
      ? withItsId({ ...event, fact: { type, data: change(event.fact.data as EventData<T>) } as RecordedEvent['fact'] })
      : event,
  );
}

type Shares<S> = { readonly shares: readonly S[] };
export const withShare = <S, D extends Shares<S>>(data: D, n: number, part: Partial<S>): D => ({
  ...data,
  shares: data.shares.map((one, index) => (index === n ? { ...one, ...part } : one)),
});
/** One more fact at the end, or before the fact at a place. */
const withFact = (fact: AnyEvent & { readonly at?: string }, at?: number) => {
  const facts = [...auditedFacts()];
  facts.splice(at ?? facts.length, 0, fact);
  return auditedHistory(facts);
};

/** Moves the events of a type to another time. */
const late =
  (type: EventType, recordedAt: string) =>
  (event: RecordedEvent): RecordedEvent =>
    event.fact.type === type ? withItsId({ ...event, metadata: { ...event.metadata, recordedAt } }) : event;

type Redeemed = EventData<'BenefitRedeemed'>;
const redeemedWith = (changes: Partial<Redeemed>) => () =>
  altered('BenefitRedeemed', (data) => ({ ...data, ...changes }));
/** A payout by hand of the entry of a QR. */
const payoutOf =
  (distributorId: string, amount: string, qr: string, at = LATE, place?: number) =>
  () =>
    withFact({ ...payoutGenerated('p2', amount, [uuid(`entry ${qr}`)], { distributorId }), at }, place);

const entry = (qr: string) => uuid(`entry ${qr}`);
const LATE = '2026-03-25T12:00:00.000Z';

/** Mistakes and frauds written into the store, each with the finding that the audit has to report; others: apps/cli/audit/tamperings.spec.ts. */
export const PLANTED: Readonly<Record<string, readonly [() => readonly RecordedEvent[], string]>> = {
  'a wrong share': [
    () => altered('BenefitRedeemed', (data) => withShare(data, 0, { amount: '2.10' })),
    'amount of a share: 2.00, not 2.10',
  ],
  'a wrong rounding': [
    () =>
      altered('BenefitRedeemed', (data) => withShare(withShare(data, 1, { amount: '0.99' }), 2, { amount: '0.34' })),
    'amount of a share: 0.33, not 0.34',
  ],
  'a pool that is rounded up': [redeemedWith({ pool: '3.34' }), 'pool: 3.33, not 3.34'],
  'a missing ancestor': [
    () => altered('BenefitRedeemed', (data) => ({ ...data, path: data.path.slice(1), shares: data.shares.slice(1) })),
    `QRs that earn: ${['root', 'child', 'grandchild'].map(uuid).join(' ')}, not ${['child', 'grandchild'].map(uuid).join(' ')}`,
  ],
  'an extra tier': [
    () =>
      altered('BenefitRedeemed', (data) => ({
        ...data,
        path: [
          ...data.path.slice(0, 1),
          { qrId: uuid('other'), ownerId: 'eve', percent: '5.00' },
          ...data.path.slice(1),
        ],
        shares: [...data.shares, share('entry extra', 'other', 'eve', '1.00', '0.33')],
      })),
    `path: ${['root', 'child', 'grandchild'].map(uuid).join(' ')}, not ${['root', 'other', 'child', 'grandchild'].map(uuid).join(' ')}`,
  ],
  'a wrong percent that was frozen': [
    () =>
      altered('BenefitRedeemed', (data) => ({
        ...data,
        path: data.path.map((node, n) => (n === 1 ? { ...node, percent: '5.00' } : node)),
      })),
    'percent on the path: 4.00, not 5.00',
  ],
  'a wrong owner': [
    () =>
      altered('BenefitRedeemed', (data) =>
        withShare({ ...data, path: data.path.map((node, n) => (n === 1 ? { ...node, ownerId: 'eve' } : node)) }, 1, {
          ownerId: 'eve',
        }),
      ),
    'owner of a share: ben, not eve',
  ],
  'a wrong base': [redeemedWith({ saleAmount: '50.00' }), 'pool: 5.00, not 3.33'],
  'a default sale amount that the site never had': [
    redeemedWith({ saleAmountSource: 'default' }),
    'default sale amount: 100.00, not 33.33',
  ],
  'a hold that the site never had': [redeemedWith({ holdDays: 0 }), 'hold in days: 14, not 0'],
  'a tree revision that was never reached': [
    redeemedWith({ treeRevision: 40 }),
    'tree revision: the newest of then, not past 5, not 40',
  ],
  'a reversal of too much': [
    () => altered('RedemptionReversed', (data) => withShare(data, 0, { amount: '-0.70' })),
    'amount taken back: -0.60, not -0.70',
  ],
  'a reversal that misses a tier': [
    () => altered('RedemptionReversed', (data) => ({ ...data, shares: data.shares.slice(0, 2) })),
    'shares taken back: 3, not 2',
  ],
  'a reversal past the sale amount': [
    () => altered('RedemptionReversed', (data) => ({ ...data, amount: '30.00' }), 1),
    'reversed in all: 33.33, not 40.00',
  ],
  'an entry in two payouts': [
    payoutOf('ana', '2.00', 'root'),
    `payout that has the entry: no payout but ${uuid('p1')}, not ${uuid('p2')}`,
  ],
  'a payout sum that is wrong': [
    () => altered('PayoutGenerated', (data) => ({ ...data, amount: '2.50' })),
    'amount of a payout: 2.00, not 2.50',
  ],
  'another sum paid than was generated': [
    () => altered('PayoutPaid', (data) => ({ ...data, amount: '3.00' })),
    'amount of a payout: 2.00, not 3.00',
  ],
  'a payout to a distributor who did not earn it': [
    () => altered('PayoutGenerated', (data) => ({ ...data, entryIds: [entry('child')], amount: '1.00' })),
    'owner of an entry that is paid out: ben, not ana',
  ],
  'a payout within the hold': [
    payoutOf('ben', '1.00', 'child', '2026-03-10T12:00:00.000Z', 12),
    'time of a payout: not before 2026-03-15T12:00:00.000Z, not 2026-03-10T12:00:00.000Z',
  ],
  'a payout below the minimum': [
    payoutOf('cem', '0.33', 'grandchild'),
    'least that is paid out: at least 1.00, not 0.33',
  ],
  'a redemption past the limit of a customer': [
    () => withRedemptions(2),
    'redemptions of a customer: at most 1, not 2',
  ],
  'a redemption past the limit of a QR': [() => withRedemptions(4), 'redemptions of an issue period: at most 3, not 4'],
  'a redemption past the limit of a plan': [() => withRedemptions(51), 'redemptions of a month: at most 50, not 51'],
  'a scan that was redeemed twice': [
    () => withRedemptions(2, uuid('s1')),
    'redemptions of a scan: one, not another one',
  ],
  'a customer who earns from it': [
    redeemedWith({ customerId: 'cem' }),
    'customer of the redemption: a customer who does not earn from it, not cem',
  ],
  'a redemption in another issue period': [redeemedWith({ period: 2 }), 'issue period: 1, not 2'],
  'a redemption of a QR that had expired': [
    () => altered('RootQrCreated', (data) => data).map(late('BenefitRedeemed', '2026-03-02T12:00:00.000Z')),
    'time of the redemption: before 2026-03-02T12:00:00.000Z, not 2026-03-02T12:00:00.000Z',
  ],
  'a tree that had long been another': [
    () => {
      const at = auditedFacts().findIndex(({ type }) => type === 'BenefitRedeemed');
      const edit = { type: 'QrEdited', data: { ...inTree('root', 'root'), terms: terms({ name: 'Other' }) } } as const;
      const history = withFact({ ...edit, at: '2026-03-01T11:58:59.000Z' }, at);
      return history.map((event) =>
        event.fact.type === 'BenefitRedeemed'
          ? { ...event, fact: { ...event.fact, data: { ...event.fact.data, treeRevision: 5 } } }
          : event,
      );
    },
    'tree revision: the newest of then, not past 6, not 5',
  ],
  'children with more percent than there is': [
    () =>
      altered('QrSplit', (data) => ({
        ...data,
        children: data.children.map((qr) => ({ ...qr, terms: { ...qr.terms, commissionPercent: '11.00' } })),
      })),
    'percents of the children together: at most 10.00, not 11.00',
  ],
  'a scan of a QR that does not exist': [
    () => altered('QrScanned', (data) => ({ ...data, qrId: uuid('no QR') })),
    `QR of a scan: a QR of the site in this period, not ${uuid('no QR')}`,
  ],
};

/** The redemption of the history so many times over, with a scan and ids of its own each time. */
function withRedemptions(times: number, scanId?: string): readonly RecordedEvent[] {
  const facts = [...auditedFacts()];
  const at = facts.findIndex(({ type }) => type === 'BenefitRedeemed');
  const { data } = facts[at] as { readonly data: EventData<'BenefitRedeemed'> };
  const more = Array.from({ length: times - 1 }, (_, n) => ({
    ...redeemed(`more ${n}`, 'grandchild', {
      ...data,
      redemptionId: uuid(`more ${n}`),
      scanId: scanId ?? uuid(`scan ${n}`),
      customerId: times === 2 ? data.customerId : `customer ${n}`,
      shares: data.shares.map((one) => ({ ...one, entryId: uuid(`${n} ${one.entryId}`) })),
    }),
  }));
  facts.splice(at + 1, 0, ...more);
  return auditedHistory(facts);
}
