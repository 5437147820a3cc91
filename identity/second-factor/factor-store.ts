import type { Queryable } from '@perktree/platform/postgres/transaction';

export interface Factor {
  readonly sealedSecret: string;
  readonly begunAt: Date;
  /** Whether logins ask for it: a code has confirmed it. */
  readonly inForce: boolean;
  readonly recoveryCodesLeft: number;
}

export async function findFactor(db: Queryable, userId: string): Promise<Factor | null> {
  const { rows } = await db.query<Factor>(
    `SELECT sealed_secret AS "sealedSecret", begun_at AS "begunAt", in_force_since IS NOT NULL AS "inForce",
            cardinality(recovery_hashes) AS "recoveryCodesLeft"
     FROM identity.second_factors WHERE user_id = $1`,
    [userId],
  );
  return rows[0] ?? null;
}

/** Keeps a secret that no login asks for yet, in the place of one that was begun before. */
export async function keepBegun(
  db: Queryable,
  begun: { readonly userId: string; readonly sealedSecret: string; readonly now: Date },
): Promise<void> {
  await db.query(
    `INSERT INTO identity.second_factors (user_id, sealed_secret, begun_at) VALUES ($1, $2, $3)
     ON CONFLICT (user_id) DO UPDATE SET sealed_secret = $2, begun_at = $3`,
    [begun.userId, begun.sealedSecret, begun.now],
  );
}

export async function putInForce(
  db: Queryable,
  factor: { readonly userId: string; readonly now: Date; readonly step: number; readonly hashes: readonly string[] },
): Promise<void> {
  await db.query(
    `UPDATE identity.second_factors SET in_force_since = $2, last_step = $3, recovery_hashes = $4 WHERE user_id = $1`,
    [factor.userId, factor.now, factor.step, factor.hashes],
  );
}

/** Uses the code of a step: one statement, so that of any number of processes one has it. @returns false: used before */
export async function useStep(db: Queryable, userId: string, step: number): Promise<boolean> {
  const { rowCount } = await db.query(
    'UPDATE identity.second_factors SET last_step = $2 WHERE user_id = $1 AND last_step < $2',
    [userId, step],
  );
  return rowCount === 1;
}

/** @returns false for an unknown or used code */
export async function useRecoveryCode(db: Queryable, userId: string, hash: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE identity.second_factors SET recovery_hashes = array_remove(recovery_hashes, $2)
     WHERE user_id = $1 AND $2 = ANY(recovery_hashes)`,
    [userId, hash],
  );
  return rowCount === 1;
}

/** @returns false if there was no second factor */
export async function deleteFactor(db: Queryable, userId: string): Promise<boolean> {
  const { rowCount } = await db.query('DELETE FROM identity.second_factors WHERE user_id = $1', [userId]);
  return rowCount !== 0;
}

/** Deletes enrolments that were begun before a time and never confirmed. */
export async function deleteBegun(db: Queryable, before: Date): Promise<void> {
  await db.query('DELETE FROM identity.second_factors WHERE in_force_since IS NULL AND begun_at < $1', [before]);
}
