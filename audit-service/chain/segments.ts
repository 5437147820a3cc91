import type { Pool } from 'pg';
import { CHAIN_START } from './hashes.ts';
import { rootOf } from './merkle-tree.ts';

/** A power of two: so a full segment is a whole subtree of the tree over all events. */
export const SEGMENT_EVENTS = 1_024;
export const HASH_BYTES = 32;

/** What was recorded of up to 1,024 events that follow one another. */
export interface Segment {
  /** From 0. */
  readonly number: number;
  readonly lastPosition: bigint;
  readonly leaves: readonly Buffer[];
  /** After the last of its events. */
  readonly chain: Buffer;
  readonly root: Buffer;
}

interface Row {
  readonly number: number;
  readonly last_position: string;
  readonly leaves: Buffer;
  readonly chain: Buffer;
  readonly root: Buffer;
}

const segmentOf = ({ number, last_position, leaves, chain, root }: Row): Segment => ({
  ...{ number, chain, root, lastPosition: BigInt(last_position) },
  leaves: Array.from({ length: leaves.length / HASH_BYTES }, (_, n) =>
    leaves.subarray(n * HASH_BYTES, (n + 1) * HASH_BYTES),
  ),
});

export const NO_SEGMENT: Segment = {
  ...{ number: 0, lastPosition: 0n, leaves: [], chain: CHAIN_START, root: rootOf([]) },
};

/** The segment of a number; null: it was never recorded. */
export async function readSegment(pool: Pool, number: number): Promise<Segment | null> {
  const { rows } = await pool.query<Row>('SELECT * FROM audit.chain_segments WHERE number = $1', [number]);
  return rows[0] ? segmentOf(rows[0]) : null;
}

export async function newestSegment(pool: Pool): Promise<Segment> {
  const { rows } = await pool.query<Row>('SELECT * FROM audit.chain_segments ORDER BY number DESC LIMIT 1');
  return rows[0] ? segmentOf(rows[0]) : NO_SEGMENT;
}

/** The number of the first segment that reaches a position; null: none does yet. */
export async function segmentReaching(pool: Pool, position: bigint): Promise<number | null> {
  const { rows } = await pool.query<{ number: number }>(
    'SELECT number FROM audit.chain_segments WHERE last_position >= $1 ORDER BY number LIMIT 1',
    [position.toString()],
  );
  return rows[0]?.number ?? null;
}

/** Roots of segments in their order, from the first to the one before `before`. */
export async function rootsBefore(pool: Pool, before: number): Promise<readonly Buffer[]> {
  const { rows } = await pool.query<{ root: Buffer }>(
    'SELECT root FROM audit.chain_segments WHERE number < $1 ORDER BY number',
    [before],
  );
  return rows.map(({ root }) => root);
}

/** Records a segment, or more of it. Others who recorded it meanwhile recorded the same, or more. */
export async function writeSegment(pool: Pool, { number, lastPosition, leaves, chain, root }: Segment): Promise<void> {
  await pool.query(
    `INSERT INTO audit.chain_segments AS there (number, events, last_position, leaves, chain, root)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (number) DO UPDATE SET events = excluded.events, last_position = excluded.last_position,
       leaves = excluded.leaves, chain = excluded.chain, root = excluded.root
     WHERE there.events < excluded.events`,
    [number, leaves.length, lastPosition.toString(), Buffer.concat(leaves), chain, root],
  );
}
