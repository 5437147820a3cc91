import { PLANS, type PlanId } from '@perktree/contracts/subscription/plans';
import type { Pool } from 'pg';
import { select } from '../engine/sql.ts';

const LIMITED = Object.values(PLANS).filter(({ limits }) => limits.activeQrs !== null);
/** Counting stops here: no plan with a limit allows more. */
const MOST_COUNTED = Math.max(...LIMITED.map(({ limits }) => limits.activeQrs ?? 0));

interface Asked {
  readonly tenant_id: string;
  readonly root_qr_id: string;
  readonly depth: number;
}

/**
 * What the plan of a site's owner leaves to distributors of a QR, without its figures. The command decides, by events that read
 * models may not have yet.
 * @param roots whether the plan counts a root that a distributor makes: one that waits for approval is not counted
 */
export async function ownerPlanOf(pool: Pool, qr: Asked, { now, roots }: { now: string; roots: boolean }) {
  const [found] = await select<{ plan: PlanId; splits: number; ofPlan: number }>(
    pool,
    `WITH p AS (SELECT coalesce((SELECT plan FROM read_models.plans WHERE tenant_id = $1), 'free') AS plan)
     SELECT (SELECT plan FROM p) AS plan,
       (SELECT count(*)::integer FROM (SELECT FROM read_models.qrs WHERE (SELECT plan FROM p) = ANY ($6)
         AND root_qr_id = $2 AND is_active AND expires_at > $3
         AND created_by IS NOT NULL AND parent_qr_id IS NOT NULL LIMIT $4) splits) AS splits,
       (SELECT count(*)::integer FROM (SELECT FROM read_models.qrs WHERE $5 AND (SELECT plan FROM p) = ANY ($6)
         AND tenant_id = $1 AND is_active AND expires_at > $3 AND approval IS NULL
         AND (created_by IS NULL OR parent_qr_id IS NULL) LIMIT $4) counted) AS "ofPlan"`,
    [qr.tenant_id, qr.root_qr_id, now, MOST_COUNTED, roots, LIMITED.map(({ id }) => id)],
    'owner-plan',
  );
  const { splitDepth, activeQrs } = PLANS[found?.plan ?? 'free'].limits;
  const hasRoom = (active: number) => activeQrs === null || active < activeQrs;
  return {
    allowsSplit: splitDepth === null || qr.depth < splitDepth,
    hasRoomInTree: hasRoom(found?.splits ?? 0),
    hasRoomForTopLevel: hasRoom(found?.ofPlan ?? 0),
  };
}
