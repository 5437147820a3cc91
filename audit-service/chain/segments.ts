import type { Pool } from 'pg';
import { CHAIN_START } from './hashes.ts';
import { rootOf } from './merkle-tree.ts';

/** A power of two: so a full segment is a whole subtree of the tree over all events. */
export const SEGMENT_EVENTS = 1_024;
export const HASH_BYTES = 32;

/** When the events of a segment happened, ISO 8601 UTC. */
export interface Span {
  readonly earliest: string;
  readonly latest: string;
}

/** What was recorded of up to 1,024 events that follow one another. */
export interface Segment {
  /** From 0. */
  readonly number: number;
  readonly lastPosition: bigint;
  readonly leaves: readonly Buffer[];
  /** After the last of its events. */
  readonly chain: Buffer;
  readonly root: Buffer;
  /** Of each event the hash of its parts; null: it was recorded before there were any. */
  readonly parts: readonly Buffer[] | null;
  /** Null: not each of the events says when it happened. */
  readonly span: Span | null;
}

interface Row {
  readonly number: number;
  readonly last_position: string;
  readonly leaves: Buffer;
  readonly chain: Buffer;
  readonly root: Buffer;
  readonly parts: Buffer | null;
  readonly earliest: Date | null;
  readonly latest: Date | null;
}

const hashesIn = (bytes: Buffer): readonly Buffer[] =>
  Array.from({ length: bytes.length / HASH_BYTES }, (_, n) => bytes.subarray(n * HASH_BYTES, (n + 1) * HASH_BYTES));

const segmentOf = ({ number, last_position, leaves, chain, root, parts, earliest, latest }: Row): Segment => ({
  ...{ number, chain, root, lastPosition: BigInt(last_position) },
  leaves: hashesIn(leaves),
  parts: parts && hashesIn(parts),
  span: earliest && latest && { earliest: earliest.toISOString(), latest: latest.toISOString() },
});

export const NO_SEGMENT: Segment = {
  ...{ number: 0, lastPosition: 0n, leaves: [], chain: CHAIN_START, root: rootOf([]), parts: [], span: null },
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

/** Over which of an event's hashes: that of the whole, or that of its parts. */
export type TreeOver = 'leaves' | 'parts';
const ROOTS = { leaves: 'root', parts: 'parts_root' } as const satisfies Record<TreeOver, string>;

/** Roots of segments in their order, from the first to the one before `before`; null: one of them has none. */
export async function rootsBefore(pool: Pool, before: number, over: TreeOver): Promise<readonly Buffer[] | null> {
  const { rows } = await pool.query<{ root: Buffer | null }>(
    `SELECT ${ROOTS[over]} AS root FROM audit.chain_segments WHERE number < $1 ORDER BY number`,
    [before],
  );
  return rows.some(({ root }) => root === null) ? null : rows.map(({ root }) => root as Buffer);
}

const partsOfSegment = ({ parts, span }: Pick<Segment, 'parts' | 'span'>) => [
  ...[parts && Buffer.concat(parts), parts && rootOf(parts), span?.earliest ?? null, span?.latest ?? null],
];

/** Records a segment, or more of it. Others who recorded it meanwhile recorded the same, or more. */
export async function writeSegment(pool: Pool, segment: Segment): Promise<void> {
  const { number, lastPosition, leaves, chain, root } = segment;
  await pool.query(
    `INSERT INTO audit.chain_segments AS there
       (number, events, last_position, leaves, chain, root, parts, parts_root, earliest, latest)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (number) DO UPDATE SET events = excluded.events, last_position = excluded.last_position,
       leaves = excluded.leaves, chain = excluded.chain, root = excluded.root, parts = excluded.parts,
       parts_root = excluded.parts_root, earliest = excluded.earliest, latest = excluded.latest
     WHERE there.events < excluded.events`,
    [number, leaves.length, lastPosition.toString(), Buffer.concat(leaves), chain, root, ...partsOfSegment(segment)],
  );
}

/** The first segment that has no parts yet, with the position before its events; null: all have. */
export async function firstWithoutParts(pool: Pool): Promise<{ segment: Segment; after: bigint } | null> {
  const { rows } = await pool.query<Row & { after: string }>(
    `SELECT *, coalesce((SELECT last_position FROM audit.chain_segments b WHERE b.number = s.number - 1), 0)::text AS after
     FROM audit.chain_segments s WHERE parts IS NULL ORDER BY number LIMIT 1`,
  );
  return rows[0] ? { segment: segmentOf(rows[0]), after: BigInt(rows[0].after) } : null;
}

/** Gives a segment its parts, where nobody has meanwhile. */
export async function writeParts(pool: Pool, segment: Segment): Promise<void> {
  await pool.query(
    `UPDATE audit.chain_segments SET parts = $3, parts_root = $4, earliest = $5, latest = $6
     WHERE number = $1 AND events = $2 AND parts IS NULL`,
    [segment.number, segment.leaves.length, ...partsOfSegment(segment)],
  );
}

/** Segments up to a number that have events behind a position and up to another one, with the position before their events. */
export async function segmentsWithin(
  pool: Pool,
  { after, upTo }: { readonly after: bigint; readonly upTo: bigint },
  last: number,
): Promise<readonly { readonly number: number; readonly after: bigint }[]> {
  const { rows } = await pool.query<{ number: number; before: string }>(
    `SELECT number, before::text FROM (
       SELECT number, last_position, lag(last_position, 1, 0::bigint) OVER (ORDER BY number) AS before
       FROM audit.chain_segments WHERE number <= $3
     ) AS segments WHERE last_position > $1 AND before < $2 ORDER BY number`,
    [after.toString(), upTo.toString(), last],
  );
  return rows.map(({ number, before }) => ({ number, after: BigInt(before) }));
}
