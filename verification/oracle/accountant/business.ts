import { type ComposedApp, startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { lastPart } from '@perktree/apps/standalone/testing/open-business';
import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { DAY_MS } from '@perktree/contracts/kernel/durations';
import { Accountant } from './accountant.ts';
import type { Step } from './commission.ts';
import { text } from './money.ts';
import type { Plan, TreePlan } from './plan.ts';

export const START = Date.UTC(2026, 9, 31, 22);

/** A site with one chain of QRs. */
export interface Business {
  readonly owner: Visitor;
  readonly siteId: string;
  readonly currency: string;
  readonly holdMs: number;
  /** Root first. */
  readonly qrs: readonly (Step & { readonly customerToken: string })[];
  readonly blocked: Set<string>;
}

/** The product with some businesses, and the accountant's books of them. */
export interface World {
  readonly composed: ComposedApp;
  readonly time: { now: number };
  readonly books: Accountant;
  readonly distributors: readonly Visitor[];
  readonly businesses: readonly Business[];
}

export async function openWorld({ trees }: Plan): Promise<World> {
  const time = { now: START };
  // Effective times never decrease, so each run needs its own store.
  const composed = await startComposedApp({ clock: () => new Date(time.now) });
  const distributors = [];
  for (const name of ['ana', 'ben', 'cem']) {
    distributors.push(await new Visitor(composed.app, name).register('distributor'));
  }
  const businesses = [];
  for (const [n, tree] of trees.entries()) businesses.push(await openBusiness(composed, `${n}`, tree, distributors));
  const books = new Accountant();
  books.advanceTo(time.now);
  return { composed, time, books, distributors, businesses };
}

async function openBusiness(
  { app }: ComposedApp,
  name: string,
  { currency, holdDays, levels }: TreePlan,
  distributors: readonly Visitor[],
): Promise<Business> {
  const owner = await new Visitor(app, `owner-${name}`).register('business');
  const { url } = await owner.must('POST', '/api/create-subscription', { priceId: 'price_pro' });
  await owner.must('POST', `/api/offline-checkout/${lastPart(url)}/confirm`);
  const { id: siteId } = await owner.must('POST', '/api/sites', { name: `Shop ${name}`, currency });
  const site = `/api/sites/${siteId}`;
  await owner.must('PUT', `${site}/config`, {
    ...(await owner.must('GET', `${site}/config`)),
    ...{ commissionHoldDays: holdDays, minimumPayout: '0.01', maxRedemptionsPerCustomer: null, qrMinutesLife: 43_200 },
    ...{ maxSaleAmount: '9000.00', selfRedemption: 'confirmed', defaultSaleAmount: '100.00' },
  });
  const terms = { type: 'DISCOUNT_PERCENT', discountPercent: 20, maxRedemptions: null };
  const ids: string[] = [];
  for (const { points } of levels) {
    const percent = { commissionPercent: text(BigInt(points)) };
    const parent = ids.at(-1);
    if (parent === undefined) {
      const { id } = await owner.must('POST', `${site}/qrs`, { name: 'Root', ...terms, ...percent });
      ids.push(id);
      continue;
    }
    await owner.must('POST', `${site}/qrs/${parent}/split`, { splits: [{ name: `Level ${ids.length}`, ...percent }] });
    let node = await owner.must('GET', `${site}/qrs/${ids[0]}/tree`);
    while (node.children.length > 0) [node] = node.children;
    ids.push(node.id);
  }
  const qrs = [];
  for (const [n, { owner: claims, points }] of levels.entries()) {
    const links = await owner.must('GET', `${site}/qrs/${ids[n]}/qrcode`);
    const distributor = claims === null ? undefined : distributors[claims];
    await distributor?.knowsWhat(owner).must('POST', '/api/claim-qr', { token: lastPart(links.distributorUrl) });
    if (distributor) owner.knowsWhat(distributor);
    const customerToken = lastPart(links.customerUrl);
    qrs.push({ qr: ids[n] ?? '', owner: distributor?.id ?? null, points: BigInt(points), customerToken });
  }
  return { owner, siteId, currency, holdMs: holdDays * DAY_MS, qrs, blocked: new Set() };
}
