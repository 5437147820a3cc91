import type { StoredEvent } from '@perktree/event-store/port';
import { run, sql } from '@perktree/platform/postgres/sql';
import type { Pool } from 'pg';
import { textIn } from '../text-in.ts';
import { CHAIN_START } from './hashes.ts';
import { rootOf } from './merkle-tree.ts';

/** A power of two: so a full segment is a whole subtree of the tree over all events. */
export const SEGMENT_EVENTS = 1_024;
const HASH_BYTES = 32;

/** When the events of a segment happened, ISO 8601 UTC. */
export interface SegmentSpan {
  readonly earliest: string;
  readonly latest: string;
}

/** From the earliest to the latest event; null if an event has no time. */
export function chainSpanOf(events: readonly StoredEvent[]): SegmentSpan | null {
  const times = events.map(({ metadata }) => Date.parse(textIn(metadata, 'recordedAt') ?? ''));
  if (times.length === 0 || times.some(Number.isNaN)) return null;
  const text = (time: number) => new Date(time).toISOString();
  return { earliest: text(Math.min(...times)), latest: text(Math.max(...times)) };
}

/** Over both of them. */
export function widened(one: SegmentSpan | null, other: SegmentSpan | null): SegmentSpan | null {
  if (one === null || other === null) return null;
  return {
    earliest: one.earliest < other.earliest ? one.earliest : other.earliest,
    latest: one.latest > other.latest ? one.latest : other.latest,
  };
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
  /** Of the tree over the parts, as it was recorded; absent before it is written. */
  readonly partsRoot?: Buffer | null;
  /** Null if an event of the segment has no time. */
  readonly span: SegmentSpan | null;
  /** The effective time of each event, ISO 8601 UTC; null: it was recorded before effective times were. */
  readonly clocks: readonly string[] | null;
}

interface Row {
  readonly number: number;
  readonly last_position: string;
  readonly leaves: Buffer;
  readonly chain: Buffer;
  readonly root: Buffer;
  readonly parts: Buffer | null;
  readonly parts_root: Buffer | null;
  readonly earliest: Date | null;
  readonly latest: Date | null;
  readonly clocks: Buffer | null;
}

/** A clock is stored as milliseconds since the epoch. */
const CLOCK_BYTES = 8;

function clockBytes(clocks: readonly string[]): Buffer {
  const bytes = Buffer.alloc(clocks.length * CLOCK_BYTES);
  for (const [n, clock] of clocks.entries()) bytes.writeDoubleBE(Date.parse(clock), n * CLOCK_BYTES);
  return bytes;
}

/** Null also where a process of an earlier version has added events to the segment. */
function clocksIn(bytes: Buffer | null, events: number): readonly string[] | null {
  if (bytes?.length !== events * CLOCK_BYTES) return null;
  return Array.from({ length: events }, (_, n) => new Date(bytes.readDoubleBE(n * CLOCK_BYTES)).toISOString());
}

const hashesIn = (bytes: Buffer): readonly Buffer[] =>
  Array.from({ length: bytes.length / HASH_BYTES }, (_, n) => bytes.subarray(n * HASH_BYTES, (n + 1) * HASH_BYTES));

const segmentOf = ({ number, chain, root, leaves, parts, earliest, latest, ...row }: Row): Segment => ({
  number,
  chain,
  root,
  lastPosition: BigInt(row.last_position),
  leaves: hashesIn(leaves),
  parts: parts && hashesIn(parts),
  partsRoot: row.parts_root,
  span: earliest && latest && { earliest: earliest.toISOString(), latest: latest.toISOString() },
  clocks: clocksIn(row.clocks, leaves.length / HASH_BYTES),
});

const NO_SEGMENT: Segment = {
  number: 0,
  lastPosition: 0n,
  leaves: [],
  chain: CHAIN_START,
  root: rootOf([]),
  parts: [],
  span: null,
  clocks: [],
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

/** How many events were recorded. */
export async function recordedEvents(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ number: number; events: number }>(
    'SELECT number, events FROM audit.chain_segments ORDER BY number DESC LIMIT 1',
  );
  return rows[0] ? rows[0].number * SEGMENT_EVENTS + rows[0].events : 0;
}

/** Over which of an event's hashes: that of the whole, or that of its parts. */
export type TreeOver = 'leaves' | 'parts';
const ROOTS = { leaves: 'root', parts: 'parts_root' } as const satisfies Record<TreeOver, string>;

/** What was recorded of a tree over the first events. */
export interface RecordedTree {
  /** Of the segments in order: the tree over all events is one over them. */
  readonly roots: readonly Buffer[];
  /** The hashes of a segment's events that the tree is over. */
  hashesOf(segment: number): Promise<readonly Buffer[]>;
}

/** The tree over the first events; null: not all of them were recorded with such a hash. */
export async function recordedTree(pool: Pool, over: TreeOver, events: number): Promise<RecordedTree | null> {
  const last = Math.max(0, Math.ceil(events / SEGMENT_EVENTS) - 1);
  const hashesOf = async (segment: number) => {
    const { rows } = await pool.query<{ hashes: Buffer | null }>(
      `SELECT ${over} AS hashes FROM audit.chain_segments WHERE number = $1`,
      [segment],
    );
    // More may have come since.
    return hashesIn(rows[0]?.hashes ?? Buffer.alloc(0)).slice(0, events - segment * SEGMENT_EVENTS);
  };
  const newest = await hashesOf(last);
  const { rows } = await pool.query<{ root: Buffer | null }>(
    `SELECT ${ROOTS[over]} AS root FROM audit.chain_segments WHERE number < $1 ORDER BY number`,
    [last],
  );
  const before = rows.flatMap(({ root }) => root ?? []);
  const isWhole = before.length === last && newest.length === events - last * SEGMENT_EVENTS;
  return isWhole ? { roots: [...before, rootOf(newest)], hashesOf } : null;
}

/** The roots of the trees over the first events, computed from what was recorded of them. */
export async function rootsAt(
  pool: Pool,
  events: number,
): Promise<{ readonly root: Buffer; readonly parts: Buffer | null }> {
  const over = async (tree: TreeOver) => {
    const recorded = await recordedTree(pool, tree, events);
    return recorded && rootOf(recorded.roots);
  };
  return { root: (await over('leaves')) ?? rootOf([]), parts: await over('parts') };
}

const partsOfSegment = ({ parts, span, clocks }: Pick<Segment, 'parts' | 'span' | 'clocks'>) => ({
  parts: parts && Buffer.concat(parts),
  parts_root: parts && rootOf(parts),
  clocks: clocks && clockBytes(clocks),
  earliest: span?.earliest ?? null,
  latest: span?.latest ?? null,
});

/** Records a segment, or more of it. Others who recorded it meanwhile recorded the same, or more. */
export async function writeSegment(pool: Pool, segment: Segment): Promise<void> {
  const { number, lastPosition, leaves, chain, root } = segment;
  const row = {
    number,
    events: leaves.length,
    last_position: lastPosition.toString(),
    leaves: Buffer.concat(leaves),
    chain,
    root,
    ...partsOfSegment(segment),
  };
  const merged = sql('audit.chain_segments').insert(row).onConflict('number').merge();
  await run(pool, merged.whereRaw('chain_segments.events < excluded.events'));
}

/** The first segment that has no parts or no clocks yet, and the one before it (null: it was deleted); null: all have. */
export async function firstIncomplete(pool: Pool): Promise<{ segment: Segment; before: Segment | null } | null> {
  const { rows } = await pool.query<Row>(
    `SELECT * FROM audit.chain_segments
     WHERE parts IS NULL OR clocks IS NULL OR length(clocks) <> events * ${CLOCK_BYTES} ORDER BY number LIMIT 1`,
  );
  const [row] = rows;
  if (row === undefined) return null;
  return { segment: segmentOf(row), before: row.number === 0 ? NO_SEGMENT : await readSegment(pool, row.number - 1) };
}

/** The effective time of a segment's last event. */
export function lastClock({ leaves, clocks }: Segment): string | null {
  return leaves.length === 0 ? BEGINNING : (clocks?.at(-1) ?? null);
}

/** Effective before the first event. */
const BEGINNING = new Date(0).toISOString();

/** Stores parts, span and clocks of a segment that lacked some of them. */
export async function completeSegment(pool: Pool, segment: Segment): Promise<void> {
  const stored = sql('audit.chain_segments').where({ number: segment.number, events: segment.leaves.length });
  await run(pool, stored.update(partsOfSegment(segment)));
}

/** Segments that have events behind a position and up to another one, with the positions before and of their last event. */
export async function segmentsWithin(
  pool: Pool,
  { after, upTo }: { readonly after: bigint; readonly upTo: bigint },
): Promise<readonly { readonly number: number; readonly after: bigint; readonly upTo: bigint }[]> {
  const { rows } = await pool.query<{ number: number; before: string; last_position: string }>(
    `SELECT number, before::text, last_position::text FROM (
       SELECT number, last_position, lag(last_position, 1, 0::bigint) OVER (ORDER BY number) AS before
       FROM audit.chain_segments
     ) AS segments WHERE last_position > $1 AND before < $2 ORDER BY number`,
    [after.toString(), upTo.toString()],
  );
  return rows.map((row) => ({ number: row.number, after: BigInt(row.before), upTo: BigInt(row.last_position) }));
}

/** The effective times of a segment's events, in their order. */
export interface RecordedClocks {
  /** Position of the last one. */
  readonly upTo: bigint;
  readonly at: readonly string[];
}

/** Null: they were not recorded. */
export async function recordedClocks(pool: Pool, segment: number): Promise<RecordedClocks | null> {
  const { rows } = await pool.query<{ events: number; last_position: string; clocks: Buffer | null }>(
    'SELECT events, last_position, clocks FROM audit.chain_segments WHERE number = $1',
    [segment],
  );
  const [row] = rows;
  const at = row && clocksIn(row.clocks, row.events);
  return at ? { upTo: BigInt(row.last_position), at } : null;
}
