import { Differs } from './commands/command.ts';
import type { Person } from './people.ts';
import { budgetOf, type World } from './reference.ts';
import { toAmount } from './shares.ts';

/** The answers to a person, including all earlier commands. */
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
export type Read = (by: Person, path: string) => Promise<any>;

/** Compares the lists that owners and distributors read with the reference. @throws Differs */
export async function checkLists(world: World, read: Read): Promise<void> {
  for (const site of world.sites) {
    const { owner } = site.tenant;
    const qrs = world.qrs.filter((qr) => qr.site === site);
    checkList('QRs', await read(owner, `/api/sites/${site.id}/qrs`), qrs, (qr) => ({
      ...{ parentQrId: qr.parent?.id ?? null, depth: qr.depth, isClaimed: qr.owner !== null, isActive: qr.isActive },
      ...{ issuePeriod: qr.period, maxRedemptions: qr.max, discountPercent: qr.discount },
      ...{ commissionPercent: toAmount(qr.percent), availableCommission: budgetOf(world, qr) / 100 },
    }));
    const redemptions = world.redemptions.filter(({ scan }) => scan.qr.site === site);
    checkList('redemptions', await read(owner, `/api/sites/${site.id}/redemptions`), redemptions, ({ scan, sale }) => ({
      ...{ qrId: scan.qr.id, saleAmount: toAmount(sale) },
    }));
    const payouts = world.payouts.filter((payout) => payout.site === site);
    checkList('payouts', await read(owner, `/api/sites/${site.id}/payouts`), payouts, ({ status, distributorId }) => ({
      ...{ status, distributorId },
    }));
  }
  const earned = world.redemptions.flatMap(({ shares }) => shares).flatMap((share) => [share, ...share.takings]);
  const others = world.redemptions.flatMap(({ awaited, unconfirmed }) => [...(awaited?.entries ?? []), ...unconfirmed]);
  const entries = [...earned, ...others];
  for (const distributor of world.people.filter(({ roles, tenantId }) => roles.has('distributor') && !tenantId)) {
    const own = entries.filter(({ owner }) => owner === distributor.userId);
    checkList('entries', await read(distributor, '/api/distributors/me/ledger'), own, ({ cents }) => ({
      commissionAmount: toAmount(cents),
    }));
  }
}

function checkList<Known extends { readonly id: string }>(
  what: string,
  answered: readonly Readonly<Record<string, unknown>>[],
  expected: readonly Known[],
  fields: (known: Known) => Readonly<Record<string, unknown>>,
): void {
  const ids = (list: readonly { readonly id?: unknown }[]) => list.map(({ id }) => id).sort();
  if (`${ids(answered)}` !== `${ids(expected)}`) throw new Differs(`the list of ${what}`, ids(expected), ids(answered));
  for (const known of expected) {
    const row = answered.find(({ id }) => id === known.id);
    for (const [field, value] of Object.entries(fields(known))) {
      if (row?.[field] !== value) throw new Differs(`${field} of ${known.id} as read`, value, row?.[field]);
    }
  }
}
