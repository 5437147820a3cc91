import type { NoteTexts } from '@perktree/contracts/account/account-store';
import { streams } from '@perktree/contracts/catalogue/events';
import { flagReviewCalls } from '@perktree/contracts/flag/calls';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { CommandServiceDeps } from '../deps.ts';
import { deriveUuid } from '../engine/command.ts';
import { commandContext } from '../http/command-context.ts';
import { executeWithNote } from '../http/execute-with-note.ts';
import { createProjectedWait, findProjected } from '../http/lookups/projected.ts';
import { ownSite, siteFold } from '../site/decisions/state.ts';
import { decideReview, flagFold } from './decisions/flag.ts';

type FlagDeps = Pick<CommandServiceDeps, 'handler' | 'authenticate' | 'clock' | 'pool' | 'store'> & {
  readonly notes: Pick<NoteTexts, 'rememberNote' | 'forgetNote'>;
};

/** `POST /api/sites/{siteId}/flags/{flagId}/review`, for the owner of the site. */
export function mountFlagRoutes(app: FastifyInstance, deps: FlagDeps): void {
  const { handler, authenticate, clock, notes, pool } = deps;
  const projected = createProjectedWait({ ...deps, names: ['flags'] });

  mountCall(app, authenticate, flagReviewCalls.reviewFlag, async ({ params, body, session, request }) => {
    const { tenantId, userId } = session;
    const { state } = await handler.load(streams.site(params.siteId), siteFold);
    const { siteId } = ownSite(state, tenantId);
    const flagId = params.flagId.toLowerCase();
    const flag = await findProjected(() => findFlag(pool, siteId, flagId), projected);
    if (flag === null || tenantId === null) throw new Refused('FLAG_NOT_FOUND');
    const context = commandContext({ request, session, commandName: 'ReviewFlag', clock, role: 'site_owner' });
    const noteId = deriveUuid('review of a flag', context.commandId);
    const redemptions = Math.min(body.redemptions, flag.redemptions);
    const { state: reviewed, position } = await executeWithNote(
      { handler, notes },
      {
        stream: streams.flag(flagId),
        fold: flagFold,
        decide: (before, noted) => decideReview(before, { flagId, siteId, tenantId, redemptions, ...noted }),
        context,
      },
      { noteId, authorId: userId, about: flag.people, text: body.reason },
    );
    return { answer: { id: flagId, redemptions: reviewed }, position };
  });
}

interface RaisedFlag {
  readonly redemptions: number;
  /** The subject, and the customers and staff of the evidence. */
  readonly people: readonly string[];
}

async function findFlag(pool: Pool, siteId: string, flagId: string): Promise<RaisedFlag | null> {
  const { rows } = await pool.query<RaisedFlag>(
    `SELECT f.redemptions, array_remove(ARRAY[f.staff_id, f.customer_id], NULL) || ARRAY(
       SELECT DISTINCT unnest(ARRAY[r.customer_id, r.confirmed_by]) FROM jsonb_array_elements(f.evidence::jsonb) e
       JOIN read_models.redemptions r ON r.redemption_id = (e ->> 'redemptionId')::uuid) AS people
     FROM read_models.flags f WHERE f.flag_id = $1 AND f.site_id = $2 AND f.last_seen_at IS NOT NULL`,
    [flagId, siteId],
  );
  return rows[0] ?? null;
}
