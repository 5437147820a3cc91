import { auditCalls, type TreeAsOfNode } from '@perktree/contracts/audit/calls';
import { DEFAULT_PAGE_SIZE, HEADERS } from '@perktree/contracts/kernel/call';
import { fileStem } from '@perktree/contracts/kernel/file-name';
import type { Currency } from '@perktree/contracts/kernel/money';
import { normalizePercent, toBasisPoints } from '@perktree/contracts/kernel/percent';
import { dayIn } from '@perktree/contracts/kernel/time-zone';
import { benefitDisplay } from '@perktree/contracts/qr/shown-benefit';
import { encodeCursor, parseCursor } from '@perktree/platform/cursor';
import { type LongCall, longCall } from '@perktree/platform/files/long-call';
import { z } from 'zod';
import type { AuditServiceDeps } from '../deps.ts';
import { effectiveClock } from '../effective-clock.ts';
import { isSmallSite, ownedSite } from '../own-site.ts';
import type { QrSnapshot, TreeSnapshot } from '../tree-fold.ts';
import type { AsOf } from './counts.ts';
import { pageAsOf, type SiteAsOf, siteAsOf, type TreeCursor } from './site-as-of.ts';

/**
 * Resolves `asOf`: a moment, or a position in decimal digits. Without it, or with a future one, the newest event is
 * the last one, so the answer names a position that the caller can repeat.
 */
export async function cutOf(
  { store, pool, clock }: Pick<AuditServiceDeps, 'store' | 'pool' | 'clock'>,
  asOf: string | undefined,
): Promise<Omit<AsOf, 'siteId'>> {
  const now = clock().toISOString();
  const times = effectiveClock({ store, pool });
  const isPosition = asOf !== undefined && /^\d+$/.test(asOf);
  if (asOf !== undefined && !isPosition && Date.parse(asOf) <= Date.parse(now)) {
    const moment = new Date(asOf);
    const next = new Date(moment.getTime() + 1).toISOString();
    return { position: await times.positionBefore(next), moment: moment.toISOString() };
  }
  const head = await store.head();
  const position = isPosition ? BigInt(asOf) : head;
  if (position >= head) return { position: head, moment: now };
  // The event at the position, or where positions have gaps the first one after it.
  const [event] = position > 0n ? await store.readAll(position - 1n, 1) : [];
  const { at } = await times.at(event?.position ?? 0n);
  return { position, moment: at };
}

export function treeAsOfCall(deps: AuditServiceDeps): LongCall {
  const { pool, accounts } = deps;

  return longCall(auditCalls.siteTreeAsOf, {
    async name({ params, query, session }, at) {
      const { name, timeZone } = await ownedSite(deps, params.siteId, session);
      return fileStem(['trees', name, query.asOf ?? dayIn(timeZone, at.getTime())]);
    },
    async isSmall({ params, query, session }) {
      await ownedSite(deps, params.siteId, session);
      return isPage(query) || isSmallSite(pool, params.siteId);
    },
    async make({ params, query, session, setHeader }) {
      const { siteId } = params;
      const { currency } = await ownedSite(deps, siteId, session);
      const at = { siteId, ...(await cutOf(deps, query.asOf)) };
      const answer = { siteId, asOf: at.moment, position: at.position.toString() };
      if (!isPage(query)) {
        const site = await siteAsOf(deps, at);
        const names = await accounts.displayNames(ownersOf(site));
        return { ...answer, trees: [...nestedTrees(site, names, currency)] };
      }
      const { limit = DEFAULT_PAGE_SIZE } = query;
      const page = await pageAsOf(deps, at, { limit, after: parseCursor(query, cursorSchema) });
      if (page.next !== null) setHeader(HEADERS.nextCursor, encodeCursor(page.next));
      const names = await accounts.displayNames(ownersOf(page.site));
      const trees = nestedTrees(page.site, names, currency);
      return { ...answer, trees: [...nodesBetween(trees, page.before, page.before + limit)] };
    },
  });
}

const isPage = ({ limit, cursor }: { readonly limit?: number | undefined; readonly cursor?: string | undefined }) =>
  limit !== undefined || cursor !== undefined;

const cursorSchema: z.ZodType<TreeCursor> = z.tuple([z.uuid(), z.int().min(0)]);

function ownersOf({ trees }: SiteAsOf): readonly string[] {
  const owners = trees.flatMap((tree) => [...tree.values()].flatMap(({ ownerId }) => ownerId ?? []));
  return [...new Set(owners)];
}

/** Trees as answers: roots with everything below them. @param names of all owners */
export function nestedTrees(
  site: SiteAsOf,
  names: ReadonlyMap<string, string>,
  currency: Currency,
): readonly TreeAsOfNode[] {
  return site.trees.flatMap((tree) => nest(tree, (qr, depth) => node(qr, depth, site, names, currency)));
}

/** The QRs at some places of trees, counted with parents before their children, and the QRs above them. */
function nodesBetween(trees: readonly TreeAsOfNode[], from: number, to: number): readonly TreeAsOfNode[] {
  let place = 0;
  const within = (nodes: readonly TreeAsOfNode[]): TreeAsOfNode[] =>
    nodes.flatMap((node) => {
      const own = place;
      place += 1;
      const children = within(node.children);
      return (own >= from && own < to) || children.length > 0 ? [{ ...node, children }] : [];
    });
  return within(trees);
}

function nest(tree: TreeSnapshot, answerOf: (qr: QrSnapshot, depth: number) => TreeAsOfNode): readonly TreeAsOfNode[] {
  const nodes = new Map<string, TreeAsOfNode>();
  const roots: TreeAsOfNode[] = [];
  // Parents come before their children.
  for (const qr of tree.values()) {
    const parent = nodes.get(qr.parentQrId ?? '');
    const own = answerOf(qr, parent === undefined ? 0 : parent.depth + 1);
    nodes.set(qr.qrId, own);
    if (parent === undefined) roots.push(own);
    else parent.children.push(own);
  }
  for (const own of nodes.values()) {
    const given = own.children.reduce((sum, child) => sum + toBasisPoints(child.commissionPercent), 0);
    own.availableCommission = (toBasisPoints(own.commissionPercent) - given) / 100;
  }
  return roots;
}

function node(
  { qrId, terms, ownerId, isActive, period, expiresAt, createdAt }: QrSnapshot,
  depth: number,
  { scans, redemptions }: SiteAsOf,
  names: ReadonlyMap<string, string>,
  currency: Currency,
): TreeAsOfNode {
  const redeemed = redemptions.get(qrId);
  return {
    qrId,
    name: terms.name,
    internalName: terms.internalName,
    depth,
    benefitDisplay: benefitDisplay(terms.benefit, currency),
    benefitTerms: { ...terms.benefit, currency },
    commissionPercent: normalizePercent(terms.commissionPercent),
    availableCommission: 0,
    isClaimed: ownerId !== null,
    owner: ownerId === null ? null : { id: ownerId, name: names.get(ownerId) ?? '' },
    isActive,
    issuePeriod: period,
    expiresAtUtc: expiresAt,
    maxRedemptions: terms.maxRedemptions,
    totalScans: scans.get(qrId) ?? 0,
    totalRedemptions: redeemed?.total ?? 0,
    periodRedemptions: redeemed?.byPeriod.get(period) ?? 0,
    createdAt,
    children: [],
  };
}
