import type { AnyEvent } from '@perktree/contracts/catalogue/events';
import {
  inTree,
  NOON,
  newQr,
  payoutGenerated,
  payoutPaid,
  redeemed,
  reversed,
  rootCreated,
  scanned,
  share,
  siteCreated,
  uuid,
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
const place = inTree('root', 'grandchild');
/** Each QR of the path with its owner, percent, share of the percent and of 33.33. */
const PATH = [
  ['root', 'ana', '10.00', '6.00', '2.00'],
  ['child', 'ben', '4.00', '3.00', '1.00'],
  ['grandchild', 'cem', '1.00', '1.00', '0.33'],
] as const;

/** In two parts, of which the second takes what is left. */
const back = (name: string, amount: string, whole: boolean, amounts: readonly string[]): Fact => ({
  ...reversed('r1', 'grandchild', {
    ...{ ...place, amount, whole, slotFreed: whole, reversalId: newQr(name).qrId },
    shares: PATH.map(([qr, owner, , percent], n) => ({
      ...share(`${name} ${qr}`, qr, owner, percent, amounts[n] ?? ''),
      reversesEntryId: uuid(`entry ${qr}`),
    })),
  }),
  at: '2026-03-20T12:00:00.000Z',
});

/** Root 10, child 4, grandchild 1 percent, each claimed; a sale of 33.33, paid out in part, reversed in two parts. */
export function smallHistory(): readonly Fact[] {
  const ofAna = { distributorId: 'ana' };
  return [
    siteCreated(),
    rootCreated('root'),
    split('root', 1, 'child', '4.00'),
    split('child', 2, 'grandchild', '1.00'),
    ...PATH.map(([qr, owner]) => claim(qr, owner)),
    scanned('s1', 'grandchild', place),
    {
      ...redeemed('r1', 'grandchild', {
        ...{ ...place, scanId: uuid('s1'), saleAmount: '33.33', pool: '3.33' },
        path: PATH.map(([qr, ownerId, percent]) => ({ qrId: uuid(qr), ownerId, percent })),
        shares: PATH.map(([qr, owner, , percent, amount]) => share(`entry ${qr}`, qr, owner, percent, amount)),
      }),
      at: NOON,
    },
    // Later ones change nothing of what was written down.
    { type: 'QrClaimReleased', data: { ...inTree('root', 'child'), distributorId: 'ben' } },
    claim('child', 'dora'),
    { ...payoutGenerated('p1', '2.00', [uuid('entry root')], ofAna), at: '2026-03-16T12:00:00.000Z' },
    {
      ...payoutPaid('p1', '2.00', [uuid('entry root')], { ...ofAna, reference: 'transfer 7' }),
      at: '2026-03-17T12:00:00.000Z',
    },
    back('first', '10.00', false, ['-0.60', '-0.30', '-0.10']),
    back('rest', '23.33', true, ['-1.40', '-0.70', '-0.23']),
  ];
}
