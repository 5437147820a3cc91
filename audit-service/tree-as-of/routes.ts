import { auditCalls } from '@perktree/contracts/audit/calls';
import { DEFAULT_PAGE_SIZE, HEADERS } from '@perktree/contracts/kernel/common';
import { fileStem } from '@perktree/contracts/kernel/file-name';
import { encodeCursor, parseCursor } from '@perktree/platform/cursor';
import { type LongCall, longCall } from '@perktree/platform/files/long-call';
import { z } from 'zod';
import type { AuditServiceDeps } from '../deps.ts';
import { ownedSite } from '../own-site.ts';
import { isSmallSite } from '../site-size.ts';
import { cutOf } from './cut-of.ts';
import { nestedTrees, nodesBetween, ownersOf } from './nest.ts';
import { pageAsOf, siteAsOf, type TreeCursor } from './site-as-of.ts';

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
      const { cut, moment } = await cutOf(deps, query.asOf);
      const answer = { siteId, asOf: moment, position: cut.position.toString() };
      if (!isPage(query)) {
        const site = await siteAsOf(deps, siteId, cut, moment);
        const names = await accounts.displayNames(ownersOf(site));
        return { ...answer, trees: [...nestedTrees(site, names, currency)] };
      }
      const { limit = DEFAULT_PAGE_SIZE } = query;
      const page = await pageAsOf(deps, { siteId, cut, moment }, { limit, after: parseCursor(query, cursorSchema) });
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
