import { DAY_MS } from '@perktree/contracts/kernel/durations';
import type { Dice } from '../dice.ts';
import type { Person } from '../people.ts';
import { isExpired, pathTo, type Qr, type Redemption, type Scan, scansOf, type World, worksAt } from '../reference.ts';
import { type Broken, broken, brokenByRedeeming, canBeConfirmed } from '../rules.ts';
import { type PathStep, sharesOf, toAmount, toCents } from '../shares.ts';
import { type Attempt, type Command, type Scene, same, sameTime } from './command.ts';

/** The scan that a customer's link leads to: the open one, a new one, or the last that was redeemed. */
function scanFor(world: World, qr: Qr, customer: Person, opens: 'first' | 'next') {
  const scans = scansOf(world, qr, customer);
  const open = scans.find(({ redemption }) => redemption === null);
  const used = scans.filter(({ redemption }) => redemption && !redemption.isSlotFreed).length;
  const limit = qr.site.configuration.maxRedemptionsPerCustomer;
  const mayOpen = scans.length === 0 || (opens === 'next' && (limit === null || used < limit));
  const isNew = !open && mayOpen;
  const cannot =
    open || isNew ? broken({ OFFER_EXPIRED: isExpired(world, qr), OFFER_INACTIVE: isNew && !qr.isActive }) : [];
  return { scan: open ?? (isNew ? null : scans.at(-1)) ?? null, cannot };
}

function opened(world: World, qr: Qr, customer: Person): Scan {
  const unknown = { id: null, code: null, token: null, redemption: null };
  const scan = { ...unknown, qr, customer, period: qr.period, discount: qr.discount };
  world.scans.push(scan);
  return scan;
}

export const scan: Command = ({ world, dice }) => {
  const qr = dice.pick(world.qrs);
  if (!qr) return null;
  const caller = dice.by(dice.pick(world.people.slice(-3)), world.callers);
  const by = dice.of(caller, caller, caller, null);
  const url = '/api/scan';
  if (by === null) {
    const isOff = { OFFER_EXPIRED: isExpired(world, qr), OFFER_INACTIVE: !qr.isActive };
    return { by, url, body: { token: qr.customerToken }, broken: broken(isOff) };
  }
  const found = scanFor(world, qr, by, 'next');
  return {
    by,
    url,
    body: { token: qr.customerToken },
    broken: found.cannot,
    done(answer) {
      if (found.scan?.id) same(world, 'scan', found.scan.id, answer.scanId);
      const known = found.scan ?? world.scans.find(({ id }) => id === answer.scanId) ?? opened(world, qr, by);
      const { scanId: id, redemptionCode, redemptionToken } = answer;
      Object.assign(known, { id, code: redemptionCode ?? known.code, token: redemptionToken ?? known.token });
      const earns = pathTo(qr).some(({ owner }) => owner === by);
      const isOpen = known.redemption === null ? !earns : canBeConfirmed(world, known.redemption);
      same(world, 'an open scan has a code', isOpen, redemptionCode !== undefined);
      const isShown = known.redemption !== null || qr.site.configuration.showBenefitBeforeRedeem;
      same(world, 'benefit', isShown ? known.discount : null, answer.qr.discountPercent);
    },
  };
};

/**
 * Records that a scan was redeemed or its redemption confirmed. The stored shares must follow from the tree now, or from the
 * tree at the redemption if it awaited confirmation. @throws Differs
 */
export async function redeemed(scene: Pick<Scene, 'world' | 'facts'>, found: Scan, id: string, amount?: string) {
  const { world, facts } = scene;
  const { qr } = found;
  const { configuration } = qr.site;
  const [stored, confirmed] = await Promise.all([facts.redemption(qr.id, id), facts.confirmation(qr.id, id)]);
  const known = world.redemptions.find((redemption) => redemption.id === id);
  const earned = confirmed ?? (stored.awaitsConfirmation === null ? stored : null);
  const path = known?.awaited?.path ?? pathThatEarns(qr);
  const allocated = earned?.shares ?? stored.awaitsConfirmation?.shares ?? [];
  const expected = sharesOf(path, toCents(amount ?? configuration.defaultSaleAmount));
  same(
    world,
    'shares',
    expected.map(({ owner, cents }) => [owner, toAmount(cents)]),
    allocated.map(({ ownerId, amount }) => [ownerId, amount]),
  );
  same(world, 'benefit redeemed', found.discount, stored.benefit.discountPercent);
  const maturesAt = Date.parse((earned ?? stored).maturesAt);
  const holdDays = known?.awaited?.holdDays ?? configuration.commissionHoldDays;
  sameTime(world, 'hold', world.now + holdDays * DAY_MS, maturesAt);
  const entries = allocated.map(({ entryId, ownerId, amount }, n) => ({
    ...{ id: entryId, owner: ownerId, cents: toCents(amount), percent: expected[n]?.percent ?? 0 },
  }));
  const sums = {
    sale: toCents((earned ?? stored).saleAmount),
    shares: earned ? entries.map((entry) => ({ ...entry, site: qr.site, maturesAt, payout: null, takings: [] })) : [],
    awaited: earned ? null : { until: qr.expiresAt, holdDays, path, entries },
  };
  found.id ??= stored.scanId;
  if (known) {
    Object.assign(known, sums);
    return;
  }
  const redemption: Redemption = {
    ...{ id, scan: found, at: world.now, unconfirmed: [], reversed: 0, isWhollyReversed: false, isSlotFreed: false },
    ...sums,
  };
  found.redemption = redemption;
  world.redemptions.push(redemption);
}

/** A blocked owner earns nothing: the QR counts as unclaimed. */
const pathThatEarns = (qr: Qr): readonly PathStep[] =>
  pathTo(qr).map(({ owner, percent }) => ({
    owner: owner === null || qr.site.blocked.has(owner) ? null : owner.userId,
    percent,
  }));

export function ownRedeem(scene: Scene, qr: Qr, by: Person): Attempt {
  const { world } = scene;
  const found = scanFor(world, qr, by, 'first');
  const attempted = found.scan ?? { qr, customer: by, period: qr.period, redemption: null };
  const open = () => found.scan ?? opened(world, qr, by);
  return {
    by,
    url: '/api/redeem',
    body: { token: qr.customerToken },
    broken: found.cannot.length > 0 ? found.cannot : brokenByRedeeming(world, attempted, { confirmedBy: by }),
    done: ({ redemptionId }) => redeemed(scene, open(), redemptionId),
    // A refused redemption still opens the scan.
    refused: () => void (found.cannot.length === 0 && open()),
  };
}

export const redeem: Command = (scene) => {
  const { world, dice } = scene;
  const qr = dice.pick(world.qrs);
  if (!qr) return null;
  // People who earn from the QR try as well.
  const earning = pathTo(qr).flatMap(({ owner }) => owner ?? []);
  return ownRedeem(scene, qr, dice.by(dice.pick([...world.people.slice(-3), ...earning]), world.callers));
};

/** A scan to redeem or confirm; in two of three cases one that is still open. */
export function mostlyOpen(dice: Dice, scans: readonly Scan[]): Scan | undefined {
  const open = scans.filter(({ redemption }) => redemption === null || redemption.awaited !== null);
  return dice.pick(dice.of(open.length > 0, open.length > 0, false) ? open : scans);
}

/** At the counter, by the QR on the customer's screen. */
export const redeemByToken: Command = (scene) => {
  const { world, dice } = scene;
  const found = mostlyOpen(
    dice,
    world.scans.filter(({ token }) => token !== null),
  );
  if (!found) return null;
  const { site } = found.qr;
  const by = dice.by(dice.pick([site.tenant.owner, ...site.staff]), world.callers);
  const saleAmount = dice.of(undefined, '19.99', '0.01', '0.00', '250');
  return {
    by,
    url: '/api/staff/redeem',
    body: { token: found.token, saleAmount },
    broken: brokenAtCounter(),
    done: ({ redemption }) => redeemed(scene, found, redemption.id, saleAmount),
  };

  function brokenAtCounter(): Broken {
    if (!by.roles.has('site_owner') && !by.roles.has('staff')) return ['NOT_ALLOWED'];
    if (!found || !worksAt(site, by)) return ['INVALID_TOKEN'];
    return brokenByRedeeming(world, found, { confirmedBy: by, at: 'counter', saleAmount });
  }
};
