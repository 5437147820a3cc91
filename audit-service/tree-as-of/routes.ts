import { auditCalls } from '@perktree/contracts/audit/calls';
import { DEFAULT_PAGE_SIZE, HEADERS } from '@perktree/contracts/kernel/common';
import { fileStem } from '@perktree/contracts/kernel/file-name';
import { encodeCursor, parseCursor } from '@perktree/platform/cursor';
import { type LongCall, longCall } from '@perktree/platform/files/long-call';
import { z } from 'zod';
import type { AuditServiceDeps } from '../deps.ts';
import { effectiveClock } from '../effective-clock.ts';
import { isSmallSite, ownedSite } from '../own-site.ts';
import type { AsOf } from './counts.ts';
import { nestedTrees, nodesBetween, ownersOf } from './nest.ts';
import { pageAsOf, siteAsOf, type TreeCursor } from './site-as-of.ts';

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
      const { name } = await ownedSite(deps, params.siteId, session);
      return fileStem(['trees', name, query.asOf ?? at.toISOString().slice(0, 10)]);
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
