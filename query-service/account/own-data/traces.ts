import type { OwnRecords } from '@perktree/contracts/account/data-calls';
import type { NoteTexts } from '@perktree/platform/accounts';
import type { Pool } from 'pg';
import { select } from '../../engine/sql.ts';

export interface TraceDeps {
  readonly pool: Pool;
  readonly noteTexts: NoteTexts['noteTexts'];
  /** Ids of the notes about a disputed redemption, oldest first. */
  readonly disputeNotes: (redemptionId: string) => Promise<readonly string[]>;
}

type Traces = Pick<
  OwnRecords,
  'disputes' | 'flags' | 'refusals' | 'blocks' | 'notifications' | 'createdQrs' | 'claims' | 'auditorOf' | 'files'
>;
type One<K extends keyof Traces> = Traces[K][number];
type Noted<T, N extends string> = Omit<T, N> & { readonly noteId: string | null };

const AT_SITE = `r.site_id AS "siteId", s.name AS "siteName"`;

/** What the product and others have recorded about an account, newest first. */
export async function collectTraces(deps: TraceDeps, userId: string): Promise<Traces> {
  const { pool, noteTexts, disputeNotes } = deps;
  const of = async <Row extends object>(text: string) => [...(await select<Row>(pool, text, { userId }))];
  const [disputes, flags, refusals, blocks, notifications, createdQrs, claims, auditorOf, files] = await Promise.all([
    of<Omit<One<'disputes'>, 'notes'>>(
      `SELECT ${AT_SITE}, r.redemption_id AS "redemptionId", r.state, r.opened_at AS "openedAt", r.changed_at AS "changedAt"
       FROM read_models.disputes r JOIN read_models.sites s USING (site_id)
       JOIN read_models.redemptions d USING (redemption_id) WHERE d.customer_id = :userId ORDER BY r.opened_at DESC`,
    ),
    of<One<'flags'>>(
      `SELECT ${AT_SITE}, r.flag_id AS "flagId", r.kind, r.redemptions, r.first_seen_at AS "firstSeenAt",
         r.last_seen_at AS "lastSeenAt"
       FROM read_models.flags r JOIN read_models.sites s USING (site_id)
       WHERE r.customer_id = :userId OR r.staff_id = :userId
         OR r.device_id IN (SELECT device_id FROM read_models.scans WHERE customer_id = :userId)
       ORDER BY r.last_seen_at DESC`,
    ),
    of<One<'refusals'>>(
      `SELECT at, site_id AS "siteId", qr_id AS "qrId", command, code FROM command_service.refusals
       WHERE person_id = :userId OR actor_id = :userId ORDER BY at DESC`,
    ),
    of<Noted<One<'blocks'>, 'note'>>(
      `SELECT ${AT_SITE}, r.is_blocked AS "isBlocked", r.blocked_at AS "blockedAt", r.note_id AS "noteId"
       FROM read_models.site_blocks r JOIN read_models.sites s USING (site_id)
       WHERE r.distributor_id = :userId ORDER BY r.blocked_at DESC`,
    ),
    of<One<'notifications'>>(
      `SELECT kind, at, qr_id AS "qrId" FROM read_models.notifications WHERE user_id = :userId ORDER BY at DESC`,
    ),
    of<One<'createdQrs'>>(
      `SELECT ${AT_SITE}, r.qr_id AS "qrId", r.name, r.created_at AS "createdAt"
       FROM read_models.qrs r JOIN read_models.sites s USING (site_id)
       WHERE r.created_by = :userId ORDER BY r.created_at DESC`,
    ),
    of<One<'claims'>>(
      `SELECT qr_id AS "qrId", at FROM read_models.claims WHERE distributor_id = :userId ORDER BY at DESC`,
    ),
    of<One<'auditorOf'>>(
      `SELECT tenant_id AS "tenantId", joined_at AS "joinedAt", until, ended_at AS "endedAt"
       FROM read_models.auditors WHERE user_id = :userId ORDER BY until DESC`,
    ),
    of<One<'files'>>(
      `SELECT name, created_at AS "createdAt", expires_at AS "expiresAt"
       FROM files.files WHERE user_id = :userId ORDER BY created_at DESC`,
    ),
  ]);
  const noted = await Promise.all(disputes.map(({ redemptionId }) => disputeNotes(redemptionId)));
  const texts = await noteTexts([...noted.flat(), ...blocks.flatMap(({ noteId }) => noteId ?? [])]);
  return {
    disputes: disputes.map((row, n) => ({ ...row, notes: (noted[n] ?? []).flatMap((id) => texts.get(id) ?? []) })),
    blocks: blocks.map(({ noteId, ...row }) => ({ ...row, note: texts.get(noteId ?? '') ?? null })),
    ...{ flags, refusals, notifications, createdQrs, claims, auditorOf, files },
  };
}
