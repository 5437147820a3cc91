import { randomUUID } from 'node:crypto';
import type { Refused } from '@perktree/contracts/kernel/refusals';
import { run } from '@perktree/platform/postgres/sql';
import type { Pool } from 'pg';

/** How long a refused attempt can be looked up, in days. */
const REFUSALS_KEPT_DAYS = 30;
/** Maximum kept per person and day, so that a script cannot fill the table. */
export const REFUSALS_PER_DAY = 200;

interface RefusedAttempt {
  readonly personId: string;
  readonly actorId: string;
  readonly siteId: string | null;
  readonly qrId: string | null;
  /** Name of the call in contracts/catalogue/calls.ts. */
  readonly command: string;
  readonly code: string;
  /** What fills the sentence of the code, such as a limit. */
  readonly values: Refused['values'];
  readonly at: Date;
}

/** Refused attempts, so that support can explain them (docs/how-to/support-a-customer.md). Ids, codes and limits only. */
export class RefusalLog {
  constructor(private readonly pool: Pool) {}

  async add({ personId, actorId, siteId, qrId, command, code, values, at }: RefusedAttempt): Promise<void> {
    await run(
      this.pool,
      `INSERT INTO command_service.refusals (refusal_id, at, person_id, actor_id, site_id, qr_id, command, code, refusal_values)
       SELECT :id, :at, :personId, :actorId, :siteId, :qrId, :command, :code, :values WHERE (
         SELECT count(*) FROM command_service.refusals
         WHERE person_id = :personId AND at > :at::timestamptz - interval '1 day') < :REFUSALS_PER_DAY`,
      { id: randomUUID(), at, personId, actorId, siteId, qrId, command, code, values, REFUSALS_PER_DAY },
    );
  }

  /** Deletes attempts older than REFUSALS_KEPT_DAYS. */
  async purge(now: Date): Promise<void> {
    await this.pool.query(
      'DELETE FROM command_service.refusals WHERE at < $1::timestamptz - make_interval(days => $2)',
      [now, REFUSALS_KEPT_DAYS],
    );
  }

  /** For the erasure of an account. */
  async forget(userId: string): Promise<void> {
    await this.pool.query('DELETE FROM command_service.refusals WHERE person_id = $1 OR actor_id = $1', [userId]);
  }
}
