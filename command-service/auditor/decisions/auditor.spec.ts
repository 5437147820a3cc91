import type { AuditorEvent } from '@perktree/contracts/catalogue/events';
import { describe, expect, it } from 'vitest';
import {
  type Auditors,
  auditorsFold,
  decideAcceptAudit,
  decideEndAuditor,
  decideInviteAuditor,
  decideRenewInvitation,
} from './auditor.ts';

const NOON = '2026-03-10T12:00:00.000Z';
const UNTIL = '2026-06-30T22:00:00.000Z';
const invitation = { auditorId: 'audit-1', tenantId: 'tenant', tokenHash: 'hash', until: UNTIL };
const [invited] = decideInviteAuditor({ ...invitation, now: NOON }) as [AuditorEvent];
const joined: AuditorEvent = {
  type: 'AuditorJoined',
  data: { auditorId: 'audit-1', tenantId: 'tenant', userId: 'ann' },
};
const ended: AuditorEvent = { type: 'AuditorEnded', data: { auditorId: 'audit-1', tenantId: 'tenant', userId: 'ann' } };

const given = (...events: readonly AuditorEvent[]): Auditors =>
  events.reduce((state, event) => auditorsFold.evolve(state, event, NOON), auditorsFold.initialState);
const refusedWith = (code: string) => expect.objectContaining({ code });
const accept = { userId: 'ann', tokenHash: 'hash', isInviter: false, acceptance: 'allowed', now: NOON } as const;

describe('an auditor', () => {
  it('is invited for a time; the link works for seven days, and no longer than that time', () => {
    expect(invited).toEqual({ type: 'AuditorInvited', data: { ...invitation, expiresAt: '2026-03-17T12:00:00.000Z' } });
    const until = '2026-03-11T00:00:00.000Z';
    expect(decideInviteAuditor({ ...invitation, until, now: NOON })).toMatchObject([{ data: { expiresAt: until } }]);
  });

  it('joins through the link once, and again without effect', () => {
    expect(decideAcceptAudit(given(invited), accept)).toEqual([joined]);
    expect(decideAcceptAudit(given(invited, joined), accept)).toEqual([]);
  });

  it.each([
    ['by another token', given(invited), { tokenHash: 'other' }, 'INVITATION_INVALID'],
    ['by another account after it was used', given(invited, joined), { userId: 'bob' }, 'INVITATION_INVALID'],
    ['after it was withdrawn', given(invited, ended), {}, 'INVITATION_INVALID'],
    ['after the right to read was ended', given(invited, joined, ended), {}, 'INVITATION_INVALID'],
    ['when the link has expired', given(invited), { now: '2026-03-17T12:00:00.000Z' }, 'INVITATION_INVALID'],
    ['with another address', given(invited), { acceptance: 'other_account' }, 'INVITATION_FOR_OTHER_ACCOUNT'],
    ['before the address is verified', given(invited), { acceptance: 'unverified' }, 'EMAIL_NOT_VERIFIED'],
    ['as the owner', given(invited), { isInviter: true }, 'AUDITOR_OWNS_BUSINESS'],
  ] as const)('does not join %s', (_, state, change, code) => {
    expect(() => decideAcceptAudit(state, { ...accept, ...change })).toThrow(refusedWith(code));
  });

  it('is invited again by another link, until the audit would be over', () => {
    const again = { auditorId: 'audit-1', tokenHash: 'newer' };
    const [renewed] = decideRenewInvitation(given(invited), { ...again, now: '2026-03-20T12:00:00.000Z' });
    expect(renewed).toMatchObject({
      data: { tokenHash: 'newer', until: UNTIL, expiresAt: '2026-03-27T12:00:00.000Z' },
    });
    const state = given(invited, renewed as AuditorEvent);
    expect(() => decideAcceptAudit(state, accept)).toThrow(refusedWith('INVITATION_INVALID'));
    for (const [refused, now] of [
      [given(), NOON],
      [given(invited, joined), NOON],
      [given(invited, ended), NOON],
      [given(invited), UNTIL],
    ] as const) {
      expect(() => decideRenewInvitation(refused, { ...again, now })).toThrow(refusedWith('AUDITOR_NOT_FOUND'));
    }
  });

  it('is ended by the inviter, once', () => {
    expect(decideEndAuditor(given(invited, joined), 'audit-1')).toEqual([ended]);
    expect(decideEndAuditor(given(invited), 'audit-1')).toMatchObject([{ data: { userId: null } }]);
    expect(decideEndAuditor(given(invited, joined, ended), 'audit-1')).toEqual([]);
    expect(() => decideEndAuditor(given(), 'audit-1')).toThrow(refusedWith('AUDITOR_NOT_FOUND'));
  });
});
