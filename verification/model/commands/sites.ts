import { DAY_MS } from '@perktree/contracts/kernel/durations';
import { DEFAULT_SITE_CONFIGURATION, type SiteConfiguration } from '@perktree/contracts/site/configuration';
import { PLANS } from '@perktree/contracts/subscription/plans';
import type { Dice } from '../dice.ts';
import { newSite } from '../reference.ts';
import { broken, ownersOnly } from '../rules.ts';
import { type Command, same } from './command.ts';

const INVITED_FOR_MS = 7 * DAY_MS;

export const createSite: Command = ({ world, dice }) => {
  // Prefer paying tenants, whose plans allow counter codes and deep trees.
  const paying = world.tenants.filter(({ plan }) => plan !== 'free');
  const by = dice.by(dice.pick([...paying, ...world.tenants])?.owner, world.callers);
  const tenant = world.tenants.find(({ owner }) => owner === by);
  if (!tenant) return { by, url: '/api/sites', body: { name: 'Site', currency: 'EUR' }, broken: ['NOT_ALLOWED'] };
  const limit = PLANS[tenant.plan].limits.sites;
  const has = world.sites.filter((site) => site.tenant === tenant).length;
  const currency = dice.of('EUR', 'USD', 'GBP');
  return {
    by,
    url: '/api/sites',
    body: { name: 'Site', currency },
    broken: broken({ PLAN_LIMIT_REACHED: limit !== null && has >= limit }),
    done: ({ id }) => void world.sites.push(newSite(id, tenant, currency)),
  };
};

export const configureSite: Command = ({ world, dice }) => {
  const site = dice.pick(world.sites);
  if (!site) return null;
  const by = dice.by(site.tenant.owner, world.callers);
  const configuration = someConfiguration(dice);
  return {
    by,
    method: 'PUT',
    url: `/api/sites/${site.id}/config`,
    body: configuration,
    broken: ownersOnly(site, by) ?? [],
    done(answer) {
      same(world, 'configuration', Object.entries(configuration).sort(), Object.entries(answer).sort());
      site.configuration = configuration;
    },
  };
};

/** Small limits, so that a short run meets them. */
function someConfiguration(dice: Dice): SiteConfiguration {
  return {
    ...DEFAULT_SITE_CONFIGURATION,
    minSplitPercent: dice.of('0.10', '0.50', '0.10', '2.00'),
    maxSplitsPerQr: dice.of(10, 2, 3),
    maxTotalSplits: dice.of(null, 3, 5),
    qrMinutesLife: dice.of(1440, 60, 43_200),
    commissionPerSiblingQr: dice.of('1.00', '3.33', '0.05'),
    distributorCanGenerateChildQrs: dice.of(true, true, true, false),
    distributorCanGenerateTopLevelQrs: dice.of(true, true, false),
    topLevelQrsNeedApproval: dice.of(false, true, true),
    staffCanRedeemWithCode: dice.of(true, true, true, false),
    showBenefitBeforeRedeem: dice.of(true, false),
    renewalPolicy: dice.of('none', 'auto_reissue_on_expire'),
    defaultSaleAmount: dice.of('100.00', '33.33', '0.07'),
    commissionHoldDays: dice.of(0, 0, 0, 7, 14),
    minimumPayout: dice.of('0.01', '0.01', '5.00', '20.00'),
    maxRedemptionsPerCustomer: dice.of(1, 2, null),
    selfRedemption: dice.of('on', 'confirmed', 'confirmed', 'on', 'off'),
    maxSaleAmount: dice.of('1000.00', '200.00'),
  };
}

export const inviteStaff: Command = ({ world, dice }) => {
  const site = dice.pick(world.sites);
  if (!site) return null;
  const by = dice.by(site.tenant.owner, world.callers);
  return {
    by,
    url: `/api/sites/${site.id}/staff-invitations`,
    // Of the site, because an address takes few invitations a day, and runs can share a product.
    body: { email: `invited@${site.id}.test` },
    broken: ownersOnly(site, by) ?? [],
    done({ invitationUrl }) {
      const token = String(invitationUrl).split('/').at(-1) ?? '';
      world.invitations.push({ token, site, expiresAt: world.now + INVITED_FOR_MS, usedBy: null });
    },
  };
};

export const acceptInvitation: Command = ({ world, dice }) => {
  const invitation = dice.pick(world.invitations);
  const by = dice.pick(world.people);
  if (!invitation || !by) return null;
  const { site, usedBy } = invitation;
  const isOnStaff = site.staff.has(by);
  const isAgain = isOnStaff && usedBy === by;
  const isOver = usedBy !== null || world.now >= invitation.expiresAt;
  return {
    by,
    url: `/api/staff-invitations/${invitation.token}/accept`,
    broken: isAgain
      ? []
      : isOver
        ? ['INVITATION_INVALID']
        : broken({
            ALREADY_STAFF: isOnStaff || site.tenant.owner === by,
            STAFF_HOLDS_CLAIMS: world.qrs.some((qr) => qr.site === site && qr.owner === by),
          }),
    done() {
      invitation.usedBy = by;
      site.staff.add(by);
      site.formerStaff.delete(by);
      by.roles.add('staff');
    },
  };
};

export const removeStaff: Command = ({ world, dice }) => {
  const site = dice.pick(world.sites);
  if (!site) return null;
  const by = dice.by(site.tenant.owner, world.callers);
  const member = dice.by(dice.pick([...site.staff]), world.callers);
  const isKnown = site.staff.has(member) || site.formerStaff.has(member);
  return {
    by,
    method: 'DELETE',
    url: `/api/sites/${site.id}/staff/${encodeURIComponent(member.userId)}`,
    broken: ownersOnly(site, by) ?? broken({ STAFF_NOT_FOUND: !isKnown }),
    done() {
      if (site.staff.delete(member)) site.formerStaff.add(member);
      // The role goes with the last membership.
      if (!world.sites.some(({ staff }) => staff.has(member))) member.roles.delete('staff');
    },
  };
};

/** On a distributor of the site or, sometimes, an unrelated person. */
const blocking =
  (action: 'block' | 'unblock'): Command =>
  ({ world, dice }) => {
    const site = dice.pick(world.sites);
    if (!site) return null;
    const by = dice.by(site.tenant.owner, world.callers);
    const person = dice.pick([...site.everClaimed, ...site.everClaimed, ...site.blocked, ...world.people]);
    if (!person) return null;
    const isKnown = site.everClaimed.has(person) || site.blocked.has(person);
    return {
      by,
      url: `/api/sites/${site.id}/distributors/${encodeURIComponent(person.userId)}/${action}`,
      ...(action === 'block' && { body: {} }),
      broken: ownersOnly(site, by) ?? broken({ DISTRIBUTOR_NOT_FOUND: !isKnown }),
      done() {
        if (action === 'unblock') return void site.blocked.delete(person);
        site.blocked.add(person);
        site.everBlocked.add(person);
      },
    };
  };

export const block = blocking('block');
export const unblock = blocking('unblock');
