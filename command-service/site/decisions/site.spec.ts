import type { SiteEvent } from '@perktree/contracts/catalogue/events';
import { NO_NOTE } from '@perktree/contracts/kernel/note';
import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/configuration';
import { describe, expect, it } from 'vitest';
import { deriveUuid } from '../../engine/command.ts';
import { exampleSite, ids, NOW, OWNER } from '../../testing/example-site.ts';
import { given } from '../../testing/given.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import { decideConfigureSite, decideCreateSite, decideStopSite } from './configure-site.ts';
import {
  decideAcceptInvitation,
  decideBlockDistributor,
  decideInviteStaff,
  decideRemoveStaff,
  decideUnblockDistributor,
} from './staff-and-distributors.ts';
import { type Site, siteFold } from './state.ts';

const tenantId = ids.tenant;
const {
  defaultSaleAmount: _a,
  commissionHoldDays: _b,
  minimumPayout: _c,
  maxRedemptionsPerCustomer: _d,
  topLevelQrsNeedApproval: _e,
  selfRedemption: _f,
  maxSaleAmount: _g,
  ...form
} = DEFAULT_SITE_CONFIGURATION;

const after = (site: Site, ...events: readonly SiteEvent[]) => given(siteFold, events, NOW, site) as Site;

describe('a site', () => {
  it('counts days in the time zone that it is created with, else in UTC', () => {
    const { siteId, ownerId, name, currency } = exampleSite();
    const created = (timeZone?: string) =>
      given(siteFold, decideCreateSite(null, { siteId, tenantId, ownerId, name, currency, timeZone }), NOW, null);
    expect(created('Pacific/Auckland')?.configuration.timeZone).toBe('Pacific/Auckland');
    expect(created()?.configuration.timeZone).toBe('UTC');
  });

  it('can be stopped by its tenant, idempotently, and activated', () => {
    const event = { siteId: exampleSite().siteId, tenantId };
    const events = decideStopSite(exampleSite(), { tenantId });
    expect(events).toEqual([{ type: 'SiteDeactivated', data: event }]);
    const stopped = after(exampleSite(), ...events);
    expect(stopped.isActive).toBe(false);
    expect(decideStopSite(stopped, { tenantId })).toEqual([]);
    expect(refusalOf(() => decideStopSite(stopped, { tenantId: ids.otherTenant }))?.code).toBe('SITE_NOT_FOUND');
    expect(after(stopped, { type: 'SiteActivated', data: event }).isActive).toBe(true);
    expect(() => siteFold.evolve(null, { type: 'SiteActivated', data: event }, NOW)).toThrow('before SiteCreated');
  });

  it('keeps fields that the command does not have', () => {
    const kept = {
      commissionHoldDays: 30,
      maxRedemptionsPerCustomer: null,
      selfRedemption: 'off',
      maxSaleAmount: '250.00',
      topLevelQrsNeedApproval: false,
    } as const;
    const site = exampleSite(kept);
    const [event] = decideConfigureSite(site, { tenantId, edit: { ...form, name: 'Pier', minSplitPercent: '2.5' } });
    expect(event).toMatchObject({
      type: 'SiteConfigured',
      data: {
        name: 'Pier',
        configuration: { ...form, ...kept, minSplitPercent: '2.50', defaultSaleAmount: '100.00' },
      },
    });
  });

  it.each([
    ['the default above the stored maximum', { defaultSaleAmount: '1000.01' }, '1000.01', '1000.00'],
    ['the maximum below the stored default', { maxSaleAmount: '99.99' }, '100.00', '99.99'],
  ])('refuses %s, naming both fields', (_, change, defaultAmount, maximum) => {
    const command = { tenantId, edit: change };
    const save = () => decideConfigureSite(exampleSite(), command);
    expect(save).toThrow(
      expect.objectContaining({
        code: 'DEFAULT_ABOVE_MAXIMUM',
        values: { default: defaultAmount, maximum },
        issues: [
          expect.objectContaining({ path: 'defaultSaleAmount' }),
          expect.objectContaining({ path: 'maxSaleAmount' }),
        ],
      }),
    );
  });

  it('keeps amounts with all decimals, as answers carry them', () => {
    const edit = { defaultSaleAmount: '50.5', maxSaleAmount: '200', minimumPayout: '5' };
    const [event] = decideConfigureSite(exampleSite(), { tenantId, edit });
    const configuration = { defaultSaleAmount: '50.50', maxSaleAmount: '200.00', minimumPayout: '5.00' };
    expect(event?.data).toMatchObject({ configuration });
  });

  it('accepts a default equal to the maximum', () => {
    const edit = { ...form, defaultSaleAmount: '50', maxSaleAmount: '50.00' };
    expect(decideConfigureSite(exampleSite(), { tenantId, edit })).toHaveLength(1);
  });

  it('saved unchanged appends nothing', () => {
    expect(decideConfigureSite(exampleSite(), { tenantId, edit: form })).toEqual([]);
  });

  it('does not exist for another tenant', () => {
    for (const [site, tenant] of [
      [exampleSite(), ids.otherTenant] as const,
      [null, ids.tenant] as const,
      [null, null] as const,
    ]) {
      const save = () => decideConfigureSite(site, { tenantId: tenant, edit: form });
      expect(refusalOf(save)?.code).toBe('SITE_NOT_FOUND');
    }
  });
});

describe('staff', () => {
  const invitation = { tenantId, invitationId: deriveUuid('invitation'), tokenHash: 'hash', now: NOW };
  const invited = after(exampleSite(), ...decideInviteStaff(exampleSite(), invitation));
  const accept = (userId: string, now = NOW, tokenHash = 'hash') => ({
    ...{ userId, tokenHash, holdsClaims: false, acceptance: 'allowed' as const, now },
  });
  const joined = after(invited, ...decideAcceptInvitation(invited, accept('ann')));

  it('cannot join while holding claims on the site', () => {
    const claiming = { ...accept('dora'), holdsClaims: true };
    expect(refusalOf(() => decideAcceptInvitation(invited, claiming))?.code).toBe('STAFF_HOLDS_CLAIMS');
    expect(decideAcceptInvitation(invited, accept('dora'))).toHaveLength(1);
  });

  it('joins by invitation within seven days', () => {
    expect(invited.invitations).toMatchObject([{ expiresAt: '2026-05-08T10:00:00.000Z', usedBy: null }]);
    expect([...joined.staff]).toEqual(['ann']);
    expect(decideAcceptInvitation(invited, accept('ann', '2026-05-08T09:59:59.999Z'))).toHaveLength(1);
  });

  it.each([
    ['expired', () => decideAcceptInvitation(invited, accept('ann', '2026-05-08T10:00:00.000Z')), 'INVITATION_INVALID'],
    ['used by another', () => decideAcceptInvitation(joined, accept('bob')), 'INVITATION_INVALID'],
    ['unknown', () => decideAcceptInvitation(invited, accept('ann', NOW, 'guess')), 'INVITATION_INVALID'],
    ['of no site', () => decideAcceptInvitation(null, accept('ann')), 'INVITATION_INVALID'],
    [
      'used, and for an address that is not verified',
      () => decideAcceptInvitation(joined, { ...accept('bob'), acceptance: 'unverified' as const }),
      'INVITATION_INVALID',
    ],
    ['by the site’s owner', () => decideAcceptInvitation(invited, accept(OWNER)), 'ALREADY_STAFF'],
  ])('cannot join by an invitation that is %s', (_, decide, code) => {
    expect(refusalOf(decide)?.code).toBe(code);
  });

  it('joins by one invitation and leaves the others open, which members do not need', () => {
    const second = { ...invitation, invitationId: deriveUuid('second'), tokenHash: 'second' };
    const two = after(invited, ...decideInviteStaff(invited, second));
    const one = after(two, ...decideAcceptInvitation(two, accept('ann')));
    expect(one.invitations.map(({ usedBy }) => usedBy)).toEqual(['ann', null]);
    expect(decideAcceptInvitation(one, accept('bob', NOW, 'second'))).toHaveLength(1);
    expect(refusalOf(() => decideAcceptInvitation(one, accept('ann', NOW, 'second')))?.code).toBe('ALREADY_STAFF');
  });

  it('accepts an invitation idempotently', () => {
    expect(decideAcceptInvitation(joined, accept('ann'))).toEqual([]);
  });

  it('cannot rejoin by an old invitation after removal', () => {
    const removed = after(joined, ...decideRemoveStaff(joined, { tenantId, userId: 'ann' }));
    expect([...removed.staff]).toEqual([]);
    expect(decideRemoveStaff(removed, { tenantId, userId: 'ann' })).toEqual([]);
    expect(refusalOf(() => decideAcceptInvitation(removed, accept('ann')))?.code).toBe('INVITATION_INVALID');
    expect(refusalOf(() => decideRemoveStaff(removed, { tenantId, userId: 'bob' }))?.code).toBe('STAFF_NOT_FOUND');
  });
});

describe('a distributor', () => {
  it('is blocked and unblocked', () => {
    const command = { tenantId, distributorId: 'dora', isKnown: true, note: NO_NOTE };
    const blocked = after(exampleSite(), ...decideBlockDistributor(exampleSite(), command));
    expect([...blocked.blockedDistributors]).toEqual(['dora']);
    expect(decideBlockDistributor(blocked, command)).toEqual([]);
    const free = after(blocked, ...decideUnblockDistributor(blocked, command));
    expect([...free.blockedDistributors]).toEqual([]);
    expect(decideUnblockDistributor(free, command)).toEqual([]);
  });

  it('that the site does not know is not found', () => {
    const command = { tenantId, distributorId: 'dora', isKnown: false, note: NO_NOTE };
    expect(refusalOf(() => decideBlockDistributor(exampleSite(), command))?.code).toBe('DISTRIBUTOR_NOT_FOUND');
    const other = { ...command, tenantId: ids.otherTenant };
    expect(refusalOf(() => decideBlockDistributor(exampleSite(), other))?.code).toBe('SITE_NOT_FOUND');
    expect(refusalOf(() => decideUnblockDistributor(exampleSite(), other))?.code).toBe('SITE_NOT_FOUND');
  });
});
