import type { NoteTexts } from '@perktree/contracts/account/account-store';
import { streams } from '@perktree/contracts/catalogue/events';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { supportCalls } from '@perktree/contracts/support/calls';
import type { EventStore } from '@perktree/event-store/port';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { CommandServiceDeps } from '../deps.ts';
import { deriveUuid } from '../engine/command.ts';
import { commandContext } from '../http/command-context.ts';
import { executeWithNote } from '../http/execute-with-note.ts';
import { createProjectedWait } from '../http/lookups/projected.ts';
import { decideNote, disputeFold } from './decisions/dispute.ts';

/** Immutable. */
interface DisputedRedemption {
  /** In lower case, whatever the caller sent: it names the stream of the dispute. */
  readonly redemptionId: string;
  readonly qrId: string;
  readonly siteId: string;
  readonly tenantId: string;
  /** The customer, the confirming person, and the distributors that earned. */
  readonly people: readonly string[];
}

/**
 * Null: no such redemption.
 * @throws Refused READ_MODEL_BEHIND
 */
function createFindDisputed(deps: { readonly pool: Pool; readonly store: Pick<EventStore, 'head'> }) {
  // Ledger entries too, because `people` includes the distributors that earned.
  const projected = createProjectedWait({ ...deps, names: ['redemptions', 'ledger_entries'] });
  return async (redemptionId: string): Promise<DisputedRedemption | null> => {
    await projected();
    const { rows } = await deps.pool.query<DisputedRedemption>(
      `SELECT r.redemption_id AS "redemptionId", r.qr_id AS "qrId", r.site_id AS "siteId", r.tenant_id AS "tenantId",
         ARRAY[r.customer_id, r.confirmed_by] || ARRAY(
           SELECT DISTINCT distributor_id FROM read_models.ledger_entries WHERE redemption_id = $1) AS people
       FROM read_models.redemptions r WHERE r.redemption_id = $1`,
      [redemptionId],
    );
    return rows[0] ?? null;
  };
}

type DisputeDeps = Pick<CommandServiceDeps, 'handler' | 'authenticate' | 'clock' | 'pool' | 'store'> & {
  readonly notes: Pick<NoteTexts, 'rememberNote' | 'forgetNote'>;
};

/** `POST /api/redemptions/{redemptionId}/dispute`: for the owner of the site or a superadmin; 404 for other callers. */
export function mountDisputeRoutes(app: FastifyInstance, deps: DisputeDeps): void {
  const { handler, authenticate, clock, notes } = deps;
  const findDisputed = createFindDisputed(deps);

  mountCall(app, authenticate, supportCalls.noteDispute, async ({ params, body, session, request }) => {
    const disputed = await findDisputed(params.redemptionId);
    const role = disputed && roleIn(session, disputed);
    if (!disputed || !role) throw new Refused('REDEMPTION_NOT_FOUND');
    const context = commandContext({ request, session, clock, role, commandName: 'NoteDispute' });
    const { people, ...place } = disputed;
    const { redemptionId } = place;
    const noteId = deriveUuid('dispute note', context.commandId);
    const { state, position } = await executeWithNote(
      { handler, notes },
      {
        stream: streams.dispute(redemptionId),
        fold: disputeFold,
        decide: (dispute, noted) => decideNote(dispute, { ...place, ...noted, action: body.action }),
        context,
      },
      { noteId, authorId: session.userId, about: people, text: body.text },
    );
    if (state === null) throw new Error(`redemption ${redemptionId} has no dispute after a note about it`);
    return { answer: { redemptionId, noteId, state }, position };
  });
}

/** The role in which a session may write about a redemption; null: none. */
function roleIn({ allRoles, tenantId }: Session, disputed: DisputedRedemption): 'site_owner' | 'superadmin' | null {
  if (allRoles.includes('site_owner') && tenantId === disputed.tenantId) return 'site_owner';
  return allRoles.includes('superadmin') ? 'superadmin' : null;
}
