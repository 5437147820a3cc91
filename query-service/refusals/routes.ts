import { type RefusalAnswer, siteReportCalls } from '@perktree/contracts/http/site-reports';
import { DELETED_USER } from '@perktree/contracts/person-name';
import { REFUSALS, type RefusalCode, refusalSentence } from '@perktree/contracts/refusals';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { QueryServiceDeps } from '../deps.ts';
import { cutPage, pageOf, timeAndId } from '../page.ts';
import { isSuperadmin, readableSite, signedIn } from '../scope.ts';
import { select } from '../sql.ts';

interface RefusalRow {
  readonly refusal_id: string;
  readonly at: string;
  readonly person_id: string;
  readonly actor_id: string;
  readonly site_id: string | null;
  readonly qr_id: string | null;
  readonly qr_name: string | null;
  readonly command: string;
  readonly code: string;
}

/** Refused attempts (command-service/outcomes): why a person did not get what they tried. */
export function mountRefusals(app: FastifyInstance, { pool, authenticate, accounts }: QueryServiceDeps): void {
  mountCall(app, authenticate, siteReportCalls.siteRefusals, async ({ params, query, session, reply }) => {
    const site = await readableSite(pool, signedIn(session), params.siteId);
    const page = pageOf(query, timeAndId);
    const rows = await refusals('f.site_id = $3', [site.site_id], page);
    return { answer: await answerOf(cutPage(reply, page, rows, placeOf)) };
  });

  mountCall(app, authenticate, siteReportCalls.personRefusals, async ({ params, query, session: maybe, reply }) => {
    const session = signedIn(maybe);
    const page = pageOf(query, timeAndId);
    const condition = 'f.person_id = $3 AND ($4 OR s.tenant_id = $5)';
    const rows = await refusals(condition, [params.personId, isSuperadmin(session), session.tenantId], page);
    return { answer: await answerOf(cutPage(reply, page, rows, placeOf)) };
  });

  function refusals(
    condition: string,
    values: readonly unknown[],
    { limit, after }: { readonly limit: number; readonly after: readonly [string, string] | null },
  ): Promise<readonly RefusalRow[]> {
    return select<RefusalRow>(
      pool,
      `SELECT f.refusal_id, to_char(f.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, f.person_id,
         f.actor_id, f.site_id, f.qr_id, q.name AS qr_name, f.command, f.code
       FROM command_service.refusals f
       LEFT JOIN read_models.sites s ON s.site_id = f.site_id
       LEFT JOIN read_models.qrs q ON q.qr_id = f.qr_id
       WHERE ${condition} AND ($1::timestamptz IS NULL OR (f.at, f.refusal_id) < ($1::timestamptz, $2::uuid))
       ORDER BY f.at DESC, f.refusal_id DESC LIMIT ${limit + 1}`,
      [after?.[0] ?? null, after?.[1] ?? null, ...values],
    );
  }

  async function answerOf(rows: readonly RefusalRow[]): Promise<RefusalAnswer[]> {
    const names = await accounts.displayNames([...new Set(rows.flatMap((row) => [row.person_id, row.actor_id]))]);
    const nameOf = (id: string) => names.get(id) ?? DELETED_USER;
    return rows.map((row) => ({
      id: row.refusal_id,
      at: row.at,
      personId: row.person_id,
      personName: nameOf(row.person_id),
      actorName: nameOf(row.actor_id),
      siteId: row.site_id,
      qrId: row.qr_id,
      qrName: row.qr_name,
      command: row.command as RefusalAnswer['command'],
      code: row.code,
      message: row.code in REFUSALS ? refusalSentence(row.code as RefusalCode) : row.code,
    }));
  }
}

const placeOf = (row: RefusalRow) => [row.at, row.refusal_id] as const;
