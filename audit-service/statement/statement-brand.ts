import { NO_BRAND, type SiteBrand } from '@perktree/contracts/brand/brand';
import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import { streams } from '@perktree/contracts/catalogue/events';
import { PLANS, type PlanId } from '@perktree/contracts/subscription/plans';
import type { Pool } from 'pg';
import type { AuditServiceDeps } from '../deps.ts';
import { inLanes } from '../in-lanes.ts';
import { namesOf } from '../own-site.ts';
import { isOf, siteHistory } from '../stream-history.ts';
import type { Statement } from './statement.ts';

type Store = Pick<AuditServiceDeps['store'], 'readStream'>;

export interface StatementBrand {
  /** Null: the statement is about several sites, or its site has no brand. */
  readonly name: string | null;
  /** A PNG. */
  readonly logo: Buffer | null;
  /** `#rrggbb`; null: black. */
  readonly colour: string | null;
  readonly showsProduct: boolean;
}

/**
 * The look of a statement when it was made, from the events up to then: the look of a statement never changes, also when
 * the owner changes the brand. With several sites it has no site's look, and names the product unless all of them hide it.
 */
export async function statementBrand(
  store: Store,
  { about, totals, createdAt }: Pick<Statement, 'about' | 'totals' | 'createdAt'>,
  pictureContent: (hash: string) => Promise<Buffer | null>,
): Promise<StatementBrand> {
  const siteIds = about.kind === 'site' ? [about.id] : [...new Set(totals.map(({ siteId }) => siteId))];
  const looks = await inLanes(siteIds, (siteId) => lookThen(store, siteId, createdAt));
  const showsProduct = looks.length === 0 || looks.some((look) => look.showsProduct);
  const [only] = looks;
  if (only === undefined || looks.length > 1 || only.brand === null) {
    return { name: null, logo: null, colour: null, showsProduct };
  }
  const { name, logo, colour } = only.brand;
  return {
    name: name ?? only.siteName,
    logo: logo === null ? null : await pictureContent(logo),
    colour: colour?.light ?? null,
    showsProduct,
  };
}

async function lookThen(store: Store, siteId: string, then: string) {
  const until = Date.parse(then);
  let [siteName, tenantId] = ['', ''];
  let brand: SiteBrand | null = null;
  for (const event of await siteHistory(store, siteId)) {
    if (Date.parse(event.metadata.recordedAt) > until) continue;
    if (isOf(event, 'SiteBranded')) brand = event.fact.data.brand;
    else if (isOf(event, 'SiteCreated') || isOf(event, 'SiteConfigured')) {
      siteName = event.fact.data.name;
      tenantId = event.fact.data.tenantId;
    }
  }
  const { whiteLabel } = brand ?? NO_BRAND;
  const hidesProduct = whiteLabel && PLANS[await planThen(store, tenantId, until)].limits.whiteLabel;
  return { siteName, brand, showsProduct: !hidesProduct };
}

/** @param until in milliseconds */
async function planThen(store: Store, tenantId: string, until: number): Promise<PlanId> {
  let plan: PlanId = 'free';
  for (const event of (await store.readStream(streams.subscription(tenantId))).map(decodeEvent)) {
    if (Date.parse(event.metadata.recordedAt) > until) break;
    if (isOf(event, 'SubscriptionStarted')) plan = event.fact.data.plan;
    else if (isOf(event, 'PlanChanged')) plan = event.fact.data.to;
    else if (isOf(event, 'SubscriptionEnded')) plan = 'free';
  }
  return plan;
}

/** Names of the sites that a statement is about, as far as the read models have them. */
export const siteNames = (pool: Pool, { about, totals }: Pick<Statement, 'about' | 'totals'>) =>
  namesOf({ pool }, 'site', [...totals.map(({ siteId }) => siteId), ...(about.kind === 'site' ? [about.id] : [])]);
