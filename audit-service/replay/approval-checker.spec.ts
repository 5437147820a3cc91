import type { AnyEvent } from '@perktree/contracts/catalogue/events';
import { payout, payoutPaid, recorded, SITE, siteCreated, uuid } from '@perktree/projector/testing/events';
import { expect, it } from 'vitest';
import { ApprovalChecker } from './approval-checker.ts';
import type { AuditedPayout } from './entry.ts';
import { Findings } from './finding.ts';

const at = (minutes: number) => new Date(Date.parse('2026-03-01T12:00:00.000Z') + minutes * 60_000).toISOString();
const rule = (payoutsAbove: string | null, minute: number, approverIds = ['sam']) => ({
  ...{ type: 'ApprovalRuleSet' as const, at: at(minute) },
  data: { ...SITE, approverIds, payoutsAbove, monthsNeedSignOff: true },
});
const approval = (approvedBy = 'sam', amount = '750.00') => ({
  ...{ type: 'PayoutApproved' as const, at: at(10) },
  data: { ...payout('p1'), amount, approvedBy },
});
const paid = (minute: number) => ({ ...payoutPaid('p1', '750.00', [uuid('entry')]), at: at(minute) });
const fingerprint = 'ab'.repeat(32);
const closed = {
  ...{ type: 'MonthClosed' as const, at: at(10) },
  data: { ...SITE, month: '2026-02', position: '7', fingerprint, totals: [], closedBy: 'owner' },
};
const signedOff = (signedOffBy: string, of = fingerprint) => ({
  ...{ type: 'MonthSignedOff' as const, at: at(20) },
  data: { ...SITE, month: '2026-02', fingerprint: of, closedBy: 'owner', signedOffBy },
});

/** Who works there until when; tom left before. */
const STAFF = new Map([
  ...['sam', 'sue', 'dora', 'owner'].map((id) => [id, Number.POSITIVE_INFINITY] as const),
  ['tom', Date.parse(at(0))],
]);

/** What the audit finds in a history, where the payout of 750.00 to dora exists. */
function findings(...events: readonly (AnyEvent & { readonly at?: string })[]): readonly string[] {
  const checker = new ApprovalChecker();
  const of: AuditedPayout = {
    ...{ payoutId: uuid('p1'), distributorId: 'dora', amount: '750.00', entryIds: [], status: 'processing' },
  };
  const then = {
    sites: { find: () => ({ currency: 'EUR', staff: STAFF }) as never },
    payouts: { find: (id: string) => (id === uuid('p1') ? of : undefined) },
  };
  return recorded([siteCreated(), ...events]).flatMap((event) => {
    const { eventId, position, stream, metadata } = event;
    const found = new Findings({ eventId, position, stream, recordedAt: metadata.recordedAt, siteId: SITE.siteId });
    checker.apply(event, then, found);
    return found.all.map(({ what }) => what);
  });
}

it.each([
  ['a payout that was approved and paid', [rule('500.00', 0), approval(), paid(20)], []],
  ['a payout that was not approved', [rule('500.00', 0), paid(20)], ['payout that was paid']],
  ['a payout below the limit', [rule('750.00', 0), paid(20)], []],
  ['a payout that met a new rule on its way', [rule(null, 0), rule('500.00', 19.5), paid(20)], []],
  ['a payout after the rule was lifted', [rule('500.00', 0), rule(null, 5), paid(20)], []],
  ['an approval by a person who was not named', [rule('500.00', 0), approval('sue')], ['person who approves a payout']],
  ['an approval by the payee', [rule('500.00', 0), approval('dora')], ['person who approves a payout']],
  [
    'an approval of another amount',
    [rule('500.00', 0), approval('sam', '75.00')],
    ['amount of a payout that is approved'],
  ],
  [
    'an approval by a person who had left',
    [rule('5.00', 0, ['tom']), approval('tom')],
    ['person who approves a payout'],
  ],
  [
    'an approval by a person who was named before',
    [rule('500.00', 0), rule('500.00', 5, ['sue']), approval()],
    ['person who approves a payout'],
  ],
  [
    'an approval by a person whose name was taken out on its way',
    [rule('500.00', 0), rule('500.00', 9.5, ['sue']), approval()],
    [],
  ],
  ['a month that another person signed off', [rule(null, 0), closed, signedOff('sam')], []],
  [
    'a month that a person who was not named signed off',
    [rule(null, 0), closed, signedOff('sue')],
    ['person who signs a month off'],
  ],
  ['a month that its closer signed off', [closed, signedOff('owner')], ['person who signs a month off']],
  ['a month that was never closed', [rule(null, 0), signedOff('sam')], ['figures of a month that is signed off']],
  [
    'a month with other figures',
    [rule(null, 0), closed, signedOff('sam', 'cd'.repeat(32))],
    ['figures of a month that is signed off'],
  ],
])('judges %s', (_, events, expected) => {
  expect(findings(...events)).toEqual(expected);
});
