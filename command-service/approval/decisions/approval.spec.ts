import type { ApprovalEvent } from '@perktree/contracts/catalogue/events';
import { describe, expect, it } from 'vitest';
import { deriveUuid } from '../../engine/command.ts';
import type { Payout } from '../../payout/decisions/state.ts';
import { exampleSite, ids, NOW, OWNER } from '../../testing/example-site.ts';
import { given } from '../../testing/given.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import {
  assertApproved,
  decideApprovePayout,
  decideCloseMonth,
  decideSetRule,
  decideSignOffMonth,
  needsApproval,
} from './approve.ts';
import { type ApprovalRule, type ApprovalsState, approvalsFold } from './state.ts';

const of = { siteId: ids.site, tenantId: ids.tenant };
const site = exampleSite({}, { staff: new Set(['sam', 'sue', OWNER]) });
const rule: ApprovalRule = { approverIds: ['sam'], payoutsAbove: '500.00', monthsNeedSignOff: true };
const ruleSet: ApprovalEvent = { type: 'ApprovalRuleSet', data: { ...of, ...rule } };
const after = (...events: readonly ApprovalEvent[]): ApprovalsState => given(approvalsFold, events);
const payout = (amount: string, change: Partial<Payout> = {}): Payout => ({
  ...{ ...of, payoutId: deriveUuid('payout', 'p1'), distributorId: 'dora', currency: 'EUR', amount },
  ...{ entryIds: [deriveUuid('entry')], settlement: 'by_hand', status: 'processing', reference: null, noteId: null },
  ...{ failure: null, createdAt: '2026-05-01T10:00:00.000Z' },
  ...change,
});
const large = payout('500.01');
const approved: ApprovalEvent = {
  type: 'PayoutApproved',
  data: {
    ...of,
    payoutId: large.payoutId,
    distributorId: 'dora',
    currency: 'EUR',
    amount: '500.01',
    approvedBy: 'sam',
  },
};
const figures = { month: '2026-04', position: '70', fingerprint: 'ab'.repeat(32), totals: [] };
const closed: ApprovalEvent = { type: 'MonthClosed', data: { ...of, ...figures, closedBy: OWNER } };
const signedOff: ApprovalEvent = {
  type: 'MonthSignedOff',
  data: { ...of, month: '2026-04', fingerprint: figures.fingerprint, closedBy: OWNER, signedOffBy: 'sam' },
};

describe('the rule of a site', () => {
  const set = (state: ApprovalsState, change: Partial<ApprovalRule>) =>
    decideSetRule(state, { site, edit: { ...rule, ...change } });

  it('given none, when the owner sets one, then it is stored; the same again stores nothing', () => {
    expect(set(after(), {})).toEqual([ruleSet]);
    expect(set(after(ruleSet), {})).toEqual([]);
  });

  it('needs an approver as soon as anything needs one', () => {
    expect(refusalOf(() => set(after(), { approverIds: [] }))?.code).toBe('APPROVER_MISSING');
    expect(set(after(), { approverIds: [], payoutsAbove: null, monthsNeedSignOff: false })).toEqual([]);
  });

  it('given a change since its sender read it, then an edit of the same field is refused, and of another one merged', () => {
    const edit = (change: Parameters<typeof decideSetRule>[1]['edit']) =>
      decideSetRule(after(ruleSet), { site, edit: change });
    const lower = { payoutsAbove: '100.00', seen: { payoutsAbove: '900.00' } };
    expect(refusalOf(() => edit(lower))?.code).toBe('EDITED_MEANWHILE');
    const others = { approverIds: ['sue'], seen: { approverIds: ['sue', 'sam'] } };
    expect(refusalOf(() => edit(others))?.code).toBe('EDITED_MEANWHILE');
    const data = { ...of, ...rule, approverIds: ['sam', 'sue'] };
    expect(edit({ approverIds: ['sue', 'sam'], seen: { approverIds: ['sam'] } })).toEqual([
      { type: 'ApprovalRuleSet', data },
    ]);
  });

  it('given an approver who has left the staff, then the screen has not shown them, and its edit is no conflict', () => {
    const state = after({ type: 'ApprovalRuleSet', data: { ...of, ...rule, approverIds: ['nina', 'sam'] } });
    const edit = { approverIds: ['sue'], seen: { approverIds: ['sam'] } };
    expect(decideSetRule(state, { site, edit })).toMatchObject([{ data: { approverIds: ['sue'] } }]);
    const left = after({ type: 'ApprovalRuleSet', data: { ...of, ...rule, approverIds: ['nina'] } });
    expect(refusalOf(() => decideSetRule(left, { site, edit: { payoutsAbove: '9.00' } }))?.code).toBe(
      'APPROVER_MISSING',
    );
  });

  it('takes members of the staff alone, and never the owner', () => {
    for (const approver of ['nina', OWNER]) {
      expect(refusalOf(() => set(after(), { approverIds: [approver] }))?.code).toBe('APPROVER_NOT_STAFF');
    }
  });
});

describe('four eyes on payouts', () => {
  const check = (state: ApprovalsState, of: Payout) => () => assertApproved(state, 'EUR', of);
  const approve = (state: ApprovalsState, userId: string, of = large) =>
    decideApprovePayout(state, { site, payout: of, userId });

  it.each([
    ['500.00', 'EUR', false],
    ['500.01', 'EUR', true],
    ['1.00', 'USD', true],
  ] as const)('given a limit of 500.00 EUR, a payout of %s %s needs approval: %s', (amount, currency, needs) => {
    expect(needsApproval(after(ruleSet), 'EUR', { amount, currency })).toBe(needs);
    expect(needsApproval(after(), 'EUR', { amount, currency })).toBe(false);
  });

  it('given a payout above it, when it is paid, then it is refused until a second person has approved it', () => {
    expect(refusalOf(check(after(ruleSet), large))?.code).toBe('PAYOUT_NEEDS_APPROVAL');
    expect(check(after(ruleSet, approved), large)).not.toThrow();
    expect(check(after(ruleSet), payout('500.00'))).not.toThrow();
  });

  it('given a payout above it, when an approver approves it, then that is stored once', () => {
    expect(approve(after(ruleSet), 'sam')).toEqual([approved]);
    expect(approve(after(ruleSet, approved), 'sam')).toEqual([]);
  });

  it.each([
    ['a member of the staff who was not named', 'sue', large, 'NOT_APPROVER'],
    ['the owner', OWNER, large, 'NOT_APPROVER'],
    ['its own payee', 'sam', payout('500.01', { distributorId: 'sam' }), 'OWN_PAYOUT'],
    ['an approver after it was cancelled', 'sam', payout('500.01', { status: 'cancelled' }), 'PAYOUT_NOT_PROCESSING'],
  ] as const)('refuses the approval of %s', (_, userId, of, code) => {
    expect(refusalOf(() => approve(after(ruleSet), userId, of))?.code).toBe(code);
  });

  it('refuses an approver who has left the staff', () => {
    const without = exampleSite({}, { staff: new Set(['sue']) });
    const decide = () => decideApprovePayout(after(ruleSet), { site: without, payout: large, userId: 'sam' });
    expect(refusalOf(decide)?.code).toBe('NOT_APPROVER');
  });
});

describe('the sign-off of a month', () => {
  const close = (state: ApprovalsState, change: Partial<typeof figures> = {}, now = NOW) =>
    decideCloseMonth(state, { site, ...figures, ...change, closedBy: OWNER, now });
  const sign = (state: ApprovalsState, userId: string, seen: Partial<typeof figures> = {}) =>
    decideSignOffMonth(state, { site, userId, month: '2026-04', figures: { ...figures, ...seen } });
  const others = 'cd'.repeat(32);

  it('given a closed month, when an approver signs it off, then who closed and who signed is stored once', () => {
    expect(close(after(ruleSet))).toEqual([closed]);
    expect(sign(after(ruleSet, closed), 'sam')).toEqual([signedOff]);
    expect(sign(after(ruleSet, closed, signedOff), 'sam')).toEqual([]);
  });

  it('given a month that is not over in the zone of its site, when the owner closes it, then it stays open', () => {
    const inNiue = { ...site, timeZones: [{ zone: 'Pacific/Niue', since: Number.NEGATIVE_INFINITY }] };
    const over = '2026-05-01T11:01:00.000Z';
    const before = new Date(Date.parse(over) - 1).toISOString();
    const closeAt = (now: string) => decideCloseMonth(after(), { site: inNiue, ...figures, closedBy: OWNER, now });
    expect(refusalOf(() => closeAt(before))).toEqual({
      code: 'MONTH_NOT_OVER',
      message: `2026-04 is not over. You can close it from ${over}.`,
    });
    expect(closeAt(over)).toEqual([closed]);
    expect(refusalOf(() => close(after(), { month: '2026-05' }))?.code).toBe('MONTH_NOT_OVER');
  });

  it('may be closed again with other figures until it is signed off', () => {
    expect(close(after(ruleSet, closed))).toEqual([]);
    expect(close(after(ruleSet, closed), { fingerprint: others })).toHaveLength(1);
    const again = () => close(after(ruleSet, closed, signedOff), { fingerprint: others });
    expect(refusalOf(again)?.code).toBe('MONTH_SIGNED_OFF');
  });

  it.each([
    ['the person who closed it', [ruleSet, closed], OWNER, {}, 'SIGN_OFF_BY_CLOSER'],
    ['a person who was not named', [ruleSet, closed], 'sue', {}, 'NOT_APPROVER'],
    ['an approver who has seen other figures', [ruleSet, closed], 'sam', { fingerprint: others }, 'CLOSE_CHANGED'],
    ['an approver who has seen another position', [ruleSet, closed], 'sam', { position: '69' }, 'CLOSE_CHANGED'],
    ['a month that is open', [ruleSet], 'sam', {}, 'MONTH_NOT_CLOSED'],
  ] as const)('is refused for %s', (_, events, userId, seen, code) => {
    expect(refusalOf(() => sign(after(...events), userId, seen))?.code).toBe(code);
  });

  it('given a close with the fingerprint that an approver saw beside other totals, then it is refused', () => {
    const between = { ...closed, data: { ...closed.data, fingerprint: others } } as ApprovalEvent;
    const sums = { opening: '0.00', earned: '900.00', takenBack: '0.00', paidOut: '0.00', writtenOff: '0.00' };
    const totals = [{ currency: 'EUR' as const, ...sums, closing: '900.00' }];
    for (const before of [
      [ruleSet, closed],
      [ruleSet, closed, between],
    ]) {
      const again = close(after(...before), { totals } as object);
      expect(again).toHaveLength(1);
      const state = after(...before, ...again);
      expect(refusalOf(() => sign(state, 'sam'))?.code).toBe('CLOSE_CHANGED');
      expect(sign(state, 'sam', { totals } as object)).toEqual([signedOff]);
    }
  });
});
