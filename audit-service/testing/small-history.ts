import type { AnyEvent, EventData } from '@perktree/contracts/catalogue/events';
import {
  inTree,
  NOON,
  newQr,
  payout,
  redeemed,
  reversed,
  rootCreated,
  scanned,
  share,
  siteCreated,
} from '@perktree/projector/testing/events';

type Fact = AnyEvent & { readonly at?: string };
const claim = (qr: string, distributorId: string): Fact => ({
  type: 'QrClaimed',
  data: { ...inTree('root', qr), distributorId },
});
const split = (parent: string, depth: number, child: string, commissionPercent: string): Fact => ({
  type: 'QrSplit',
  data: { ...inTree('root', parent), depth, children: [newQr(child, { commissionPercent })] },
});
const place = { ...inTree('root', 'grandchild') };

/** In two parts, of which the second takes what is left. */
const back = (name: string, amount: string, whole: boolean, amounts: readonly [string, string, string]): Fact => {
  const names = ['root', 'child', 'grandchild'] as const;
  const owners = ['ana', 'ben', 'cem'] as const;
  const percents = ['6.00', '3.00', '1.00'] as const;
  const shares: EventData<'RedemptionReversed'>['shares'] = names.map((qr, i) => ({
    ...share(`${name} ${qr}`, qr, owners[i] ?? '', percents[i] ?? '', amounts[i] ?? ''),
    reversesEntryId: share(`entry ${qr}`, qr, '', '', '').entryId,
  }));
  return {
    ...reversed('r1', 'grandchild', {
      ...place,
      amount,
      whole,
      slotFreed: whole,
      reversalId: newQr(name).qrId,
      shares,
    }),
    at: '2026-03-20T12:00:00.000Z',
  };
};

/** Root 10, child 4, grandchild 1 percent, each claimed; a sale of 33.33, paid out in part, reversed in two parts. */
export function smallHistory(): readonly Fact[] {
  return [
    siteCreated(),
    rootCreated('root'),
    split('root', 1, 'child', '4.00'),
    split('child', 2, 'grandchild', '1.00'),
    claim('root', 'ana'),
    claim('child', 'ben'),
    claim('grandchild', 'cem'),
    scanned('s1', 'grandchild', place),
    {
      ...redeemed('r1', 'grandchild', {
        ...place,
        scanId: scanned('s1', 'grandchild').data.scanId,
        saleAmount: '33.33',
        path: [
          { qrId: inTree('root').qrId, ownerId: 'ana', percent: '10.00' },
          { qrId: inTree('root', 'child').qrId, ownerId: 'ben', percent: '4.00' },
          { qrId: place.qrId, ownerId: 'cem', percent: '1.00' },
        ],
        pool: '3.33',
        shares: [
          share('entry root', 'root', 'ana', '6.00', '2.00'),
          share('entry child', 'child', 'ben', '3.00', '1.00'),
          share('entry grandchild', 'grandchild', 'cem', '1.00', '0.33'),
        ],
      }),
      at: NOON,
    },
    // Later ones change nothing of what was written down.
    { type: 'QrClaimReleased', data: { ...inTree('root', 'child'), distributorId: 'ben' } },
    claim('child', 'dora'),
    {
      type: 'PayoutGenerated',
      data: {
        ...{ ...payout('p1'), distributorId: 'ana', amount: '2.00', settlement: 'by_hand' },
        entryIds: [share('entry root', '', '', '', '').entryId],
      },
      at: '2026-03-16T12:00:00.000Z',
    },
    {
      type: 'PayoutPaid',
      data: {
        ...{
          ...payout('p1'),
          distributorId: 'ana',
          amount: '2.00',
          reference: 'transfer 7',
          noteId: null,
          noteHash: null,
          accountHash: null,
        },
        entryIds: [share('entry root', '', '', '', '').entryId],
      },
      at: '2026-03-17T12:00:00.000Z',
    },
    back('first', '10.00', false, ['-0.60', '-0.30', '-0.10']),
    back('rest', '23.33', true, ['-1.40', '-0.70', '-0.23']),
  ];
}
