import { auditReportCalls, type MarkAnswer } from '@perktree/contracts/audit/report-calls';
import { streams } from '@perktree/contracts/catalogue/events';
import { mountCall } from '@perktree/platform/http/mount-call';
import { select } from '@perktree/platform/postgres/select';
import type { FastifyInstance } from 'fastify';
import type { AuditServiceDeps } from '../deps.ts';
import { inLanes } from '../in-lanes.ts';
import { ownedSite } from '../own-site.ts';
import { type AuditFilter, isWithinTime } from '../replay/audit-filter.ts';
import { rootsOf } from '../tree-as-of/site-as-of.ts';

type Deps = Pick<AuditServiceDeps, 'pool' | 'store'>;
type Time = Pick<AuditFilter, 'from' | 'to'>;

/** Most marks of one kind: more would overlap on the screen. */
const MAX_MARKS = 250;

/** Samples a list evenly and keeps its last item. Each sample counts for itself and the items skipped before it. */
function sampled<T>(items: readonly T[], max: number): readonly { readonly item: T; readonly events: number }[] {
  const every = Math.max(1, Math.ceil(items.length / max));
  return items.flatMap((item, index) => {
    const isLast = index === items.length - 1;
    if ((index + 1) % every !== 0 && !isLast) return [];
    return [{ item, events: (index % every) + 1 }];
  });
}

/**
 * The changes of a site, oldest first: events of its trees, each by its position; redemptions and reversals,
 * each by its moment. Long histories are sampled: each mark stands for a few events.
 */
async function siteMarks(
  deps: Deps,
  siteId: string,
  time: Time,
): Promise<{ readonly events: number; readonly marks: readonly MarkAnswer[] }> {
  const [trees, redemptions] = await Promise.all([treeMarks(deps, siteId, time), redemptionMarks(deps, siteId, time)]);
  const marks = [...trees, ...redemptions].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return { events: marks.reduce((sum, { events }) => sum + events, 0), marks };
}

async function treeMarks(deps: Deps, siteId: string, time: Time): Promise<readonly MarkAnswer[]> {
  const roots = await rootsOf(deps, siteId);
  const read = await inLanes(roots, (root) => deps.store.readStream(streams.commissionTree(root)));
  const events = read.flat().flatMap(({ position, type, data, metadata }) => {
    const { recordedAt: at } = metadata as { readonly recordedAt: string };
    if (!isWithinTime(time, at)) return [];
    return [{ position, kind: type, at, qrId: (data as { readonly qrId: string }).qrId }];
  });
  events.sort((a, b) => (a.position < b.position ? -1 : 1));
  return sampled(events, MAX_MARKS).map(({ item: { position, ...mark }, events }) => ({
    ...mark,
    asOf: position.toString(),
    events,
  }));
}

async function redemptionMarks({ pool }: Deps, siteId: string, { from, to }: Time): Promise<readonly MarkAnswer[]> {
  const rows = await select<Omit<MarkAnswer, 'asOf'>>(
    pool,
    `WITH facts AS (
       SELECT redeemed_at AS at, qr_id, 'BenefitRedeemed' AS kind FROM read_models.redemptions WHERE site_id = :siteId
       UNION ALL
       SELECT confirmed_at, qr_id, 'RedemptionConfirmed' FROM read_models.redemptions
       WHERE site_id = :siteId AND confirmed_at IS NOT NULL
       UNION ALL
       SELECT reversed_at, qr_id, 'RedemptionReversed' FROM read_models.redemptions
       WHERE site_id = :siteId AND reversed_at IS NOT NULL
     ), numbered AS (
       SELECT *, row_number() OVER (ORDER BY at, qr_id) AS number, count(*) OVER () AS total FROM facts
       WHERE (:from::timestamptz IS NULL OR at >= :from) AND (:to::timestamptz IS NULL OR at < :to)
     ), stepped AS (SELECT *, ceil(total / ${MAX_MARKS}.0)::integer AS step FROM numbered)
     SELECT at, qr_id AS "qrId", kind, ((number - 1) % step + 1)::integer AS events FROM stepped
     WHERE number % step = 0 OR number = total ORDER BY number`,
    { siteId, from: from ?? null, to: to ?? null },
  );
  return rows.map((mark) => ({ asOf: mark.at, ...mark }));
}

export function mountMarks(app: FastifyInstance, deps: AuditServiceDeps): void {
  mountCall(app, deps.authenticate, auditReportCalls.siteMarks, async ({ params, query, session }) => {
    const { siteId } = params;
    await ownedSite(deps, siteId, session);
    const { events, marks } = await siteMarks(deps, siteId, query);
    return { answer: { siteId, events, marks: [...marks] } };
  });
}
