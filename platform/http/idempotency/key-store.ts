import type { Pool } from 'pg';

/** Leases expire after 4 s without renewal, so an attempt that died blocks its key for at most 4 s. */
const LEASE_SECONDS = 4;
/** How long a first answer is kept. */
const KEPT_HOURS = 48;

export interface OwnedKey {
  /** The owner of the key. Keys of different owners are independent. */
  readonly owner: string;
  readonly key: string;
}

export interface KeptAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type Taken =
  /** The caller works on it, and finishes or releases it under its attempt id. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'in_use' }
  | { readonly kind: 'other_request' }
  | { readonly kind: 'answered'; readonly answer: KeptAnswer };

/** The columns of a table of idempotency keys, for the migrations of the service that has one. */
export const KEY_TABLE_COLUMNS = `
  owner text NOT NULL,
  key text NOT NULL,
  request_hash text NOT NULL,
  -- Who works on it: another attempt after a crash has another one.
  attempt uuid NOT NULL,
  taken_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The answer; null while it is being worked on.
  status integer,
  body text,
  headers text,
  PRIMARY KEY (owner, key)`;

/** A table of idempotency keys. All times are the database's, so that many machines agree. */
export class KeyStore {
  /** @param table with its schema; it has KEY_TABLE_COLUMNS */
  constructor(
    private readonly pool: Pool,
    private readonly table: string,
  ) {}

  /** Takes a key for an attempt, in one statement: of any number of callers one gets it. */
  async take(owned: OwnedKey, requestHash: string, attempt: string): Promise<Taken> {
    const { rowCount } = await this.pool.query(
      `INSERT INTO ${this.table} AS kept (owner, key, request_hash, attempt) VALUES ($1, $2, $3, $4)
       ON CONFLICT (owner, key) DO UPDATE SET attempt = excluded.attempt, taken_at = clock_timestamp()
       WHERE kept.status IS NULL AND kept.request_hash = excluded.request_hash
         AND kept.taken_at < clock_timestamp() - make_interval(secs => $5)`,
      [owned.owner, owned.key, requestHash, attempt, LEASE_SECONDS],
    );
    return rowCount === 1 ? { kind: 'taken' } : this.find(owned, requestHash);
  }

  /** Renews the leases of attempts that are still under way. */
  async renew(attempts: readonly { readonly owned: OwnedKey; readonly attempt: string }[]): Promise<void> {
    await this.pool.query(
      `UPDATE ${this.table} AS kept SET taken_at = clock_timestamp()
       FROM unnest($1::text[], $2::text[], $3::uuid[]) AS held (owner, key, attempt)
       WHERE kept.owner = held.owner AND kept.key = held.key AND kept.attempt = held.attempt AND kept.status IS NULL`,
      [
        attempts.map(({ owned }) => owned.owner),
        attempts.map(({ owned }) => owned.key),
        attempts.map(({ attempt }) => attempt),
      ],
    );
  }

  private async find(owned: OwnedKey, requestHash: string): Promise<Taken> {
    const { rows } = await this.pool.query<{
      request_hash: string;
      status: number | null;
      body: string | null;
      headers: string | null;
    }>(`SELECT request_hash, status, body, headers FROM ${this.table} WHERE owner = $1 AND key = $2`, [
      owned.owner,
      owned.key,
    ]);
    const row = rows[0];
    // Released between the two statements: report busy once more; the next poll takes it.
    if (row === undefined) return { kind: 'in_use' };
    if (row.request_hash !== requestHash) return { kind: 'other_request' };
    if (row.status === null) return { kind: 'in_use' };
    const headers = JSON.parse(row.headers ?? '{}') as Record<string, string>;
    return { kind: 'answered', answer: { status: row.status, body: row.body ?? '', headers } };
  }

  /**
   * Stores the answer. The same attempt may repeat it after a lost acknowledgement.
   * @returns false: another attempt has taken the key over, and its answer is the one that counts
   */
  async finish(owned: OwnedKey, attempt: string, answer: KeptAnswer): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `UPDATE ${this.table} SET status = $4, body = $5, headers = $6 WHERE owner = $1 AND key = $2 AND attempt = $3`,
      [owned.owner, owned.key, attempt, answer.status, answer.body, JSON.stringify(answer.headers)],
    );
    return rowCount === 1;
  }

  /** Gives a key back, so that the request can be made again at once. */
  async release(owned: OwnedKey, attempt: string): Promise<void> {
    await this.pool.query(
      `DELETE FROM ${this.table} WHERE owner = $1 AND key = $2 AND attempt = $3 AND status IS NULL`,
      [owned.owner, owned.key, attempt],
    );
  }

  /** Deletes the answers that are kept for these owners, and those that hold one of the texts. */
  async forgetPerson(
    person: { readonly owners: readonly string[]; readonly texts: readonly string[] },
    db: Pick<Pool, 'query'> = this.pool,
  ): Promise<void> {
    await db.query(
      // A key without an answer is being worked on, and the erasure itself may be that work.
      `DELETE FROM ${this.table} WHERE status IS NOT NULL
         AND (owner = ANY($1) OR EXISTS (SELECT FROM unnest($2::text[]) AS held WHERE strpos(body, held) > 0))`,
      [person.owners, person.texts],
    );
  }

  /** Deletes expired answers. */
  async purge(keptHours = KEPT_HOURS): Promise<number> {
    const { rowCount } = await this.pool.query(
      `DELETE FROM ${this.table} WHERE taken_at < clock_timestamp() - make_interval(hours => $1)`,
      [keptHours],
    );
    return rowCount ?? 0;
  }
}
