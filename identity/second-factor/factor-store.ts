import { run, sql } from '@perktree/platform/postgres/sql';
import type { Queryable } from '@perktree/platform/postgres/transaction';

export interface Factor {
  readonly sealedSecret: string;
  readonly begunAt: Date;
  /** Whether logins ask for it: a code has confirmed it. */
  readonly inForce: boolean;
  readonly recoveryCodesLeft: number;
}

const factors = (userId: string) => sql('identity.second_factors').where({ user_id: userId });

export async function findFactor(db: Queryable, userId: string): Promise<Factor | null> {
  const query = factors(userId)
    .select({ sealedSecret: 'sealed_secret', begunAt: 'begun_at' })
    .select(sql.raw('in_force_since IS NOT NULL AS "inForce", cardinality(recovery_hashes) AS "recoveryCodesLeft"'));
  return (await run<Factor>(db, query)).rows[0] ?? null;
}

/** Keeps a secret that no login asks for yet, in the place of one that was begun before. */
export async function keepBegun(
  db: Queryable,
  begun: { readonly userId: string; readonly sealedSecret: string; readonly now: Date },
): Promise<void> {
  const row = { user_id: begun.userId, sealed_secret: begun.sealedSecret, begun_at: begun.now };
  await run(db, sql('identity.second_factors').insert(row).onConflict('user_id').merge());
}

export async function putInForce(
  db: Queryable,
  factor: { readonly userId: string; readonly now: Date; readonly step: number; readonly hashes: readonly string[] },
): Promise<void> {
  const { userId, now, step, hashes } = factor;
  await run(db, factors(userId).update({ in_force_since: now, last_step: step, recovery_hashes: hashes }));
}

/** Uses the code of a step: one statement, so that of any number of processes one has it. @returns false: used before */
export async function useStep(db: Queryable, userId: string, step: number): Promise<boolean> {
  return (await run(db, factors(userId).where('last_step', '<', step).update({ last_step: step }))).rowCount === 1;
}

/** @returns false for an unknown or used code */
export async function useRecoveryCode(db: Queryable, userId: string, hash: string): Promise<boolean> {
  const left = sql.raw('array_remove(recovery_hashes, ?)', [hash]);
  const used = factors(userId).whereRaw('? = ANY(recovery_hashes)', [hash]).update({ recovery_hashes: left });
  return (await run(db, used)).rowCount === 1;
}

/** @returns false if there was no second factor */
export async function deleteFactor(db: Queryable, userId: string): Promise<boolean> {
  return (await run(db, factors(userId).delete())).rowCount !== 0;
}

/** Deletes enrolments that were begun before a time and never confirmed. */
export async function deleteBegun(db: Queryable, before: Date): Promise<void> {
  await run(db, sql('identity.second_factors').whereNull('in_force_since').where('begun_at', '<', before).delete());
}
