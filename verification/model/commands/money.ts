import type { Entry, Payout, Redemption, Site, World } from '../reference.ts';
import { broken, ownersOnly } from '../rules.ts';
import { takeBack, toAmount, toCents } from '../shares.ts';
import { type Command, same } from './command.ts';

export const reverse: Command = ({ world, dice }) => {
  const redemption = dice.pick(world.redemptions);
  if (!redemption) return null;
  const { site } = redemption.scan.qr;
  const by = dice.by(site.tenant.owner, world.callers);
  const freeSlot = dice.of(undefined, false);
  const left = redemption.sale - redemption.reversed;
  const amount = dice.of(undefined, '0.01', '10.00', '33.33', '0.00', toAmount(left), toAmount(left + 1));
  const cents = amount === undefined ? left : toCents(amount);
  return {
    by,
    url: `/api/redemptions/${redemption.id}/reverse`,
    body: { reason: 'returned', amount, freeSlot },
    broken:
      ownersOnly(site, by)?.map((code) => (code === 'SITE_NOT_FOUND' ? 'REDEMPTION_NOT_FOUND' : code)) ??
      (redemption.isWhollyReversed
        ? ['ALREADY_REVERSED']
        : broken({
            NOTHING_TO_REVERSE: amount !== undefined && cents <= 0,
            CONFIRMATION_MISSING: redemption.awaited !== null && cents !== left,
            REVERSAL_TOO_HIGH: cents > left,
          })),
    done({ entries, whole }) {
      const ids = (entries as { id: string }[]).map(({ id }) => id);
      const amounts = noteTakings(redemption, cents, ids);
      redemption.unconfirmed = redemption.awaited?.entries ?? [];
      redemption.awaited = null;
      redemption.isWhollyReversed = redemption.reversed === redemption.sale;
      redemption.isSlotFreed = redemption.isWhollyReversed && freeSlot !== false;
      same(
        world,
        'taken back',
        amounts,
        (entries as { amount: string }[]).map((entry) => entry.amount),
      );
      same(world, 'wholly reversed', redemption.isWhollyReversed, whole);
    },
  };
};

/** @returns the compensating amounts, in the order of the shares */
function noteTakings(redemption: Redemption, cents: number, ids: readonly string[]): readonly string[] {
  redemption.reversed += cents;
  const shares = redemption.shares.map((share) => ({ ...share, taken: -net(share.takings) }));
  const takings = takeBack(shares, redemption.reversed);
  return redemption.shares.map((share, n) => {
    const taken = takings[n] ?? 0;
    share.takings.push({ ...share, id: ids[n] ?? '', cents: -taken, payout: null, takings: [] });
    return taken === 0 ? '0.00' : toAmount(-taken);
  });
}

export const generatePayouts: Command = ({ world, dice }) => {
  const site = dice.pick(world.sites);
  if (!site) return null;
  const by = dice.by(site.tenant.owner, world.callers);
  return {
    by,
    url: `/api/sites/${site.id}/payouts`,
    broken: ownersOnly(site, by) ?? [],
    done({ payouts }) {
      const expected = payableOn(world, site);
      const answered = payouts as { id: string; distributorId: string; amount: string; status: string }[];
      // Also on Ultra: without a payment provider no money moves.
      const status = 'processing';
      const amounts = [...expected].map(([owner, entries]) => [owner, toAmount(net(entries)), status]);
      same(world, 'payouts', amounts.sort(), answered.map((p) => [p.distributorId, p.amount, p.status]).sort());
      for (const { id, distributorId } of answered) {
        noteSettled(world, { id, site, distributorId, entries: expected.get(distributorId) ?? [], status });
      }
    },
  };
};

const net = (entries: readonly Entry[]) => entries.reduce((sum, { cents }) => sum + cents, 0);

function noteSettled(world: World, payout: Payout): void {
  world.payouts.push(payout);
  for (const entry of payout.entries) entry.payout = payout;
}

/** Payable entries of a site by distributor. */
function balancesOn(world: World, site: Site): ReadonlyMap<string, readonly Entry[]> {
  const entries = world.redemptions
    .flatMap(({ shares }) => shares.flatMap((share) => [share, ...share.takings]))
    .filter((entry) => entry.site === site && entry.payout === null && entry.cents !== 0)
    .filter((entry) => entry.maturesAt <= world.now);
  const owners = [...new Set(entries.map(({ owner }) => owner))];
  return new Map(owners.map((owner) => [owner, entries.filter((entry) => entry.owner === owner)]));
}

/** Those that reach the minimum payout. */
function payableOn(world: World, site: Site): ReadonlyMap<string, readonly Entry[]> {
  const minimum = Math.max(1, toCents(site.configuration.minimumPayout));
  return new Map([...balancesOn(world, site)].filter(([, entries]) => net(entries) >= minimum));
}

/** Only a negative balance can be written off. */
export const writeOff: Command = ({ world, dice }) => {
  const site = dice.pick(world.sites);
  if (!site) return null;
  const balances = [...balancesOn(world, site)];
  const negative = balances.filter(([, entries]) => net(entries) < 0);
  const [distributorId, entries] = dice.pick(negative.length > 0 ? negative : balances) ?? ['unknown', []];
  const by = dice.by(site.tenant.owner, world.callers);
  const cents = net(entries) - dice.of(0, 0, 0, 1);
  return {
    by,
    url: `/api/sites/${site.id}/distributors/${encodeURIComponent(distributorId)}/write-off`,
    body: { currency: site.currency, amount: toAmount(cents), reason: 'agreed' },
    broken:
      ownersOnly(site, by) ??
      (net(entries) === 0
        ? ['NOTHING_TO_WRITE_OFF']
        : broken({ BALANCE_OWED: net(entries) > 0, BALANCE_CHANGED: cents !== net(entries) })),
    done: ({ id }) => noteSettled(world, { id, site, distributorId, entries, status: 'written_off' }),
  };
};

/** Marks a payout as paid, or cancels it. */
function settle(action: string, body: object, status: 'paid' | 'cancelled'): Command {
  return ({ world, dice }) => {
    const payout = dice.pick(world.payouts.filter((one) => one.status !== 'written_off'));
    if (!payout) return null;
    const by = dice.by(payout.site.tenant.owner, world.callers);
    return {
      by,
      url: `/api/payouts/${payout.id}/${action}`,
      body,
      broken:
        ownersOnly(payout.site, by)?.map((code) => (code === 'SITE_NOT_FOUND' ? 'PAYOUT_NOT_FOUND' : code)) ??
        broken({ PAYOUT_NOT_PROCESSING: payout.status !== 'processing' }),
      done() {
        payout.status = status;
        if (status === 'cancelled') for (const entry of payout.entries) entry.payout = null;
      },
    };
  };
}

export const markPaid = settle('mark-paid', { reference: 'transfer' }, 'paid');
export const cancelPayout = settle('cancel', { reason: 'not now' }, 'cancelled');
