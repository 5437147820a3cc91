import type { RefusalCode } from '@perktree/contracts/kernel/refusals';
import type { Dice } from '../dice.ts';
import type { Person } from '../people.ts';
import { budgetOf, childrenOf, type Qr, type Site, type World } from '../reference.ts';
import { actorOn, broken, brokenByGrowing, brokenByOwnRoot, knowsOf, roomForQrs } from '../rules.ts';
import { toAmount, toCents } from '../shares.ts';
import { type Attempt, type Command, type Facts, same, sameTime } from './command.ts';

const OFFER = { type: 'DISCOUNT_PERCENT', discountPercent: 10 } as const;
const maximum = (dice: Dice) => dice.of(null, 1, 2, 5);
/** Sometimes the whole available percent, and sometimes 0.01 more. */
const childPercent = (dice: Dice, budget: number) =>
  dice.of('2.00', '0.50', '2.50', '4.00', '0.33', '0.05', toAmount(budget), toAmount(Math.min(budget + 1, 10_000)));

/** Only the owner and distributors may call; for others the site is not found. */
function outsiders(site: Site, by: Person): RefusalCode[] | null {
  if (!by.roles.has('site_owner') && !by.roles.has('distributor')) return ['NOT_ALLOWED'];
  return actorOn(site, by) === null ? ['SITE_NOT_FOUND'] : null;
}

/** Adds the new QRs of a tree, with their printed tokens, to the reference. */
async function grow(
  world: World,
  facts: Facts,
  site: Site,
  parent: Qr | null,
  answers: readonly { id: string; approval: Qr['approval'] }[],
  { maker = null, isByDistributor = false }: { maker?: Person | null; isByDistributor?: boolean } = {},
) {
  const rootId = parent?.rootId ?? answers[0]?.id ?? '';
  const newQrs = await facts.newQrs(rootId);
  for (const { id, approval } of answers) {
    const qr = newQrs.get(id);
    if (!qr) throw new Error(`${id} is in an answer and not in its tree`);
    const { terms, customerToken, distributorToken } = qr;
    const lifetime = world.now + site.configuration.qrMinutesLife * 60_000;
    sameTime(world, 'end of the period', lifetime, Date.parse(qr.expiresAt));
    world.qrs.push({
      ...{ id, site, parent, rootId, customerToken, distributorToken },
      depth: parent ? parent.depth + 1 : 0,
      percent: toCents(terms.commissionPercent),
      max: terms.maxRedemptions,
      discount: terms.benefit.discountPercent ?? 0,
      ...{ owner: null, maker, isByDistributor, approval, isActive: approval === null },
      ...{ period: 1, expiresAt: Date.parse(qr.expiresAt) },
    });
  }
}

export const createRoot: Command = ({ world, dice, facts }) => {
  const site = dice.pick(world.sites);
  if (!site) return null;
  const claimed = dice.pick(world.qrs.filter((qr) => qr.site === site && qr.owner !== null));
  const { distributorCanGenerateTopLevelQrs, topLevelQrsNeedApproval } = site.configuration;
  // Roots that wait for approval are rare, and so are their approvals.
  const isPreferred = claimed && distributorCanGenerateTopLevelQrs && topLevelQrsNeedApproval;
  const { owner } = site.tenant;
  const by = dice.by(dice.of(owner, isPreferred ? claimed.owner : owner, claimed?.owner) ?? owner, world.callers);
  const commissionPercent = dice.of('10.00', '30.00', '100', undefined, '0.00', '5.5');
  const isDistributor = actorOn(site, by) === 'distributor';
  const percent = commissionPercent ?? (isDistributor ? site.configuration.commissionPerSiblingQr : '10.00');
  // A distributor's root has the maximum of an offer that it claimed.
  const max = isDistributor && claimed ? dice.of(claimed.max, claimed.max, maximum(dice)) : maximum(dice);
  const offer = { percent: toCents(percent), max, discount: OFFER.discountPercent };
  const waits = isDistributor && site.configuration.topLevelQrsNeedApproval;
  return {
    by,
    url: `/api/sites/${site.id}/qrs`,
    body: { name: 'Root', ...OFFER, commissionPercent, maxRedemptions: max },
    broken:
      outsiders(site, by) ??
      (isDistributor
        ? brokenByOwnRoot(world, site, by, offer)
        : broken({ PLAN_LIMIT_REACHED: !roomForQrs(world, site.tenant, 1) })),
    async done(answer) {
      same(world, 'percent', toAmount(offer.percent), answer.commissionPercent);
      same(world, 'approval', waits ? 'waiting' : null, answer.approval);
      await grow(world, facts, site, null, [answer], { maker: isDistributor ? by : null });
    },
  };
};

export const split: Command = ({ world, dice, facts }) => {
  const parent = dice.pick(world.qrs);
  if (!parent) return null;
  const { site } = parent;
  const by = dice.by(parent.owner ?? site.tenant.owner, world.callers);
  const percents = Array.from({ length: dice.of(1, 2, 3) }, () => childPercent(dice, budgetOf(world, parent)));
  // Owners call by site, distributors by their own path.
  const isOwnPath = !by.roles.has('site_owner') || (by.roles.has('distributor') && dice.of(false, true));
  const isAllowed = by.roles.has(isOwnPath ? 'distributor' : 'site_owner');
  const actor = isOwnPath ? 'distributor' : actorOn(site, by);
  return {
    by,
    url: isOwnPath ? `/api/distributors/me/qrs/${parent.id}/split` : `/api/sites/${site.id}/qrs/${parent.id}/split`,
    body: { splits: percents.map((commissionPercent) => ({ name: 'Split', commissionPercent })) },
    broken: !isAllowed
      ? ['NOT_ALLOWED']
      : actor === null
        ? ['SITE_NOT_FOUND']
        : brokenByGrowing(world, parent, percents.map(toCents), { person: by, actor }),
    done: ({ qrs }) => grow(world, facts, site, parent, qrs, { isByDistributor: actor === 'distributor' }),
  };
};

export const createSibling: Command = ({ world, dice, facts }) => {
  const parent = dice.pick(world.qrs);
  if (!parent) return null;
  const { site } = parent;
  const by = dice.by(parent.owner ?? site.tenant.owner, world.callers);
  const budget = budgetOf(world, parent);
  const commissionPercent = dice.of(undefined, '1.00', toAmount(Math.min(budget + 1, 10_000)), toAmount(budget));
  const percent = toCents(commissionPercent ?? site.configuration.commissionPerSiblingQr);
  const actor = actorOn(site, by) ?? 'distributor';
  return {
    by,
    url: `/api/sites/${site.id}/qrs`,
    body: { name: 'Sibling', ...OFFER, discountPercent: parent.discount, parentQrId: parent.id, commissionPercent },
    broken: outsiders(site, by) ?? brokenByGrowing(world, parent, [percent], { person: by, actor }),
    done: (answer) => grow(world, facts, site, parent, [answer], { isByDistributor: actor === 'distributor' }),
  };
};

export const edit: Command = ({ world, dice }) => {
  // Usually one with a parent or children, which bound its percent.
  const bounded = world.qrs.filter((some) => some.parent !== null || childrenOf(world, some).length > 0);
  const qr = dice.pick(dice.of(bounded.length > 0, bounded.length > 0, false) ? bounded : world.qrs);
  if (!qr) return null;
  const { site, parent } = qr;
  const by = dice.by(dice.of(site.tenant.owner, site.tenant.owner, qr.owner), world.callers);
  const given = childrenOf(world, qr).reduce((sum, child) => sum + child.percent, 0);
  const highest = parent ? budgetOf(world, parent) + qr.percent : 10_000;
  const tooHigh = Math.min(highest + 1, 10_000);
  const bounds = [given, Math.max(given - 1, 0), highest, tooHigh, tooHigh].map(toAmount);
  const bound = dice.pick(bounds);
  const commissionPercent = dice.of(undefined, bound, '4.00', bound, '0.20', bound);
  const max = dice.of(undefined, 2, null);
  const discount = dice.of(undefined, 25);
  const percent = commissionPercent === undefined ? qr.percent : toCents(commissionPercent);
  return {
    by,
    method: 'PUT',
    url: `/api/sites/${site.id}/qrs/${qr.id}`,
    body: { name: 'Edited', commissionPercent, maxRedemptions: max, discountPercent: discount },
    broken: outsiders(site, by) ?? brokenByEditing(),
    done(answer) {
      qr.percent = percent;
      if (max !== undefined) qr.max = max;
      qr.discount = discount ?? qr.discount;
      same(world, 'budget', budgetOf(world, qr), Math.round(answer.availableCommission * 100));
    },
  } satisfies Attempt;

  function brokenByEditing() {
    const actor = actorOn(site, by) ?? 'distributor';
    if (!qr || !knowsOf(actor, by, qr)) return ['QR_NOT_FOUND'] as const;
    const isSameOffer = percent === qr.percent && (max ?? qr.max) === qr.max && !(max === null && qr.max !== null);
    const isMine = qr.owner === by && isSameOffer && (discount ?? qr.discount) === qr.discount;
    if (actor === 'distributor') {
      return broken({ DISTRIBUTOR_BLOCKED: site.blocked.has(by), NOT_ALLOWED: !isMine });
    }
    if (percent === qr.percent) return [];
    const least = Math.max(10, toCents(site.configuration.minSplitPercent));
    return broken({
      COMMISSION_BELOW_CHILDREN: percent < given,
      COMMISSION_TOO_LOW: parent !== null && percent < least,
      COMMISSION_TOO_HIGH: parent !== null && percent > highest,
    });
  }
};
