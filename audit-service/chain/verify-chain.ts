import type { PublishedKey, SignedHead } from '@perktree/contracts/audit/chain-calls';
import { CLOCK_MARKS_TABLE } from '@perktree/contracts/catalogue/read-models';
import { parseStrict, StrictJsonError } from '@perktree/contracts/kernel/strict-json';
import { withEffectiveTimes } from '@perktree/event-store/effective-time/effective-clock';
import { allEvents } from '@perktree/event-store/migrate-events/all-events';
import type { EventStore, StoredEvent } from '@perktree/event-store/port';
import type { Pool } from 'pg';
import { textIn } from '../text-in.ts';
import { type ChainDifference, difference } from './chain-difference.ts';
import { CHAIN_START, leafOf, linkOf, nodeOf } from './hashes.ts';
import { findingsInOrder, type HeadFinding, HeadGaps, headFindings } from './head-findings.ts';
import { rootOf } from './merkle-tree.ts';
import { partsLeafOf, readPartsSecret } from './parts-hash.ts';
import { RecordBroken, type RecordedLeaves, recordedLeaves } from './recorded-leaves.ts';
import { chainSpanOf, type SegmentSpan, widened } from './segments.ts';
import { allHeads, isGenuine } from './signed-heads.ts';
import { publishedKeys } from './signing-keys.ts';

/** An incremental Merkle tree (RFC 6962). It keeps O(log n) subtree roots instead of the hashes. */
export class GrowingTree {
  /** Whole subtrees from left to right, each smaller than the one before it. */
  private readonly subtrees: { readonly size: number; readonly root: Buffer }[] = [];

  add(hash: Buffer): void {
    let last = { size: 1, root: hash };
    for (let left = this.subtrees.at(-1); left?.size === last.size; left = this.subtrees.at(-1)) {
      this.subtrees.pop();
      last = { size: left.size * 2, root: nodeOf(left.root, last.root) };
    }
    this.subtrees.push(last);
  }

  /** Of all that have come. */
  root(): Buffer {
    const [last, ...others] = this.subtrees.map(({ root }) => root).reverse();
    return last === undefined ? rootOf([]) : others.reduce((right, left) => nodeOf(left, right), last);
  }
}

/**
 * Compares what statements take from the record beside hashes: effective times, the last position and the times of a segment,
 * and the marks from which the bounds of a period are found.
 */
class RecordedFacts {
  private at: string | undefined;
  private span: SegmentSpan | null | undefined;
  private marks: Map<string, string> | undefined;

  constructor(private readonly pool: Pool) {}

  /** @param recorded null: the event came since the last record */
  async misfit(event: StoredEvent, recorded: RecordedLeaves | null): Promise<'clock' | 'segment' | null> {
    this.marks ??= await marksOf(this.pool, event);
    const [timed] = withEffectiveTimes([event], this.at);
    this.at = timed?.effectiveAt;
    const mark = this.marks.get(`${event.position}`);
    if (mark !== undefined && mark !== this.at) return 'clock';
    if (recorded === null) return null;
    if (recorded.clock !== null && recorded.clock !== this.at) return 'clock';
    const own = chainSpanOf([event]);
    this.span = this.span === undefined ? own : widened(this.span, own);
    if (recorded.end === null) return null;
    const { lastPosition, span } = recorded.end;
    // A segment without times was recorded before there were any.
    const isSame = span === null || (span.earliest === this.span?.earliest && span.latest === this.span.latest);
    this.span = undefined;
    return lastPosition === event.position && isSame ? null : 'segment';
  }
}

/** By position. Those of another log, and of a product whose read models were never made, are none of this store's. */
async function marksOf(pool: Pool, { eventId, position }: StoredEvent): Promise<Map<string, string>> {
  const { rows: tables } = await pool.query('SELECT to_regclass($1) IS NOT NULL AS exists', [CLOCK_MARKS_TABLE]);
  if (!tables[0]?.exists) return new Map();
  const { rows } = await pool.query<{ position: string; at: Date }>(
    `SELECT position::text, at FROM ${CLOCK_MARKS_TABLE} WHERE log = $1`,
    [`${eventId}@${position}`],
  );
  return new Map(rows.map((row) => [row.position, row.at.toISOString()]));
}

const PAGE = 2_000;

/**
 * The first event whose stored text two readers could understand in two ways, such as a key that stands twice: parsed events
 * and their hashes do not show it. Null: no such event, or the events are not in this database.
 */
async function ambiguousText(pool: Pool): Promise<number | null> {
  const { rows: tables } = await pool.query(`SELECT to_regclass('event_store.events') IS NOT NULL AS exists`);
  if (!tables[0]?.exists) return null;
  for (let after = '0'; ; ) {
    const { rows } = await pool.query<{ position: string; data: string; metadata: string }>(
      `SELECT position::text, data::text AS data, metadata::text AS metadata FROM event_store.events
       WHERE position > $1 ORDER BY position LIMIT ${PAGE}`,
      [after],
    );
    const found = rows.find(({ data, metadata }) => isAmbiguous(data) || isAmbiguous(metadata));
    if (found) return Number(found.position);
    const last = rows.at(-1);
    if (rows.length < PAGE || last === undefined) return null;
    after = last.position;
  }
}

function isAmbiguous(text: string): boolean {
  try {
    parseStrict(text);
    return false;
  } catch (error) {
    if (error instanceof StrictJsonError) return true;
    throw error;
  }
}

export interface Verified {
  /** That were read. */
  readonly events: number;
  /** Of these, those that were recorded before and fit. The others came since. */
  readonly recorded: number;
  /** Signed heads that fit. */
  readonly heads: number;
  /** Of the events that were read, hexadecimal. */
  readonly chain: string;
  /** The first one; null: everything fits. */
  readonly difference: ChainDifference | null;
  /** What is wrong with heads and keys, although the events fit. */
  readonly findings: readonly HeadFinding[];
}

interface VerifyOptions {
  readonly store: Pick<EventStore, 'readAll'>;
  readonly pool: Pool;
  /** Additional signed heads, for example from an outside archive. */
  readonly heads?: readonly SignedHead[];
  /** Beside the published ones. */
  readonly keys?: readonly Pick<PublishedKey, 'keyId' | 'publicKey'>[];
  /** The engine numbers events from 1 on without gaps, as Postgres does. */
  readonly positionsAreNumbers: boolean;
  readonly now: Date;
  readonly onProgress?: (events: number, position: bigint) => void;
}

/**
 * Hashes all events again, and holds each against what was recorded of it, and the chain against every signed head. Ends at
 * the first difference. Reads, and writes nothing.
 */
export async function verifyChain(options: VerifyOptions): Promise<Verified> {
  const { pool, now } = options;
  const published = await publishedKeys(pool);
  const keys = [...published, ...(options.keys ?? [])];
  const [stored, given] = [await allHeads(pool), options.heads ?? []];
  const heads = findingsInOrder([...stored, ...given]);
  const done = new Done();
  const forged = heads.find((head) => !keys.some((key) => key.keyId === head.keyId && isGenuine(head, key)));
  const found = forged ? difference('signature', forged.events) : await firstDifference(options, heads, done);
  const { events, recorded, heads: fitting, chain, gaps } = done;
  // After a difference the rest was not read.
  if (found === null) gaps.end(events, now);
  const findings = [...headFindings(published, stored, given), ...gaps.found];
  return { events, recorded, heads: fitting, chain: chain.toString('hex'), difference: found, findings };
}

/** How far it is. */
class Done {
  events = 0;
  recorded = 0;
  heads = 0;
  chain: Buffer = CHAIN_START;
  readonly tree = new GrowingTree();
  readonly parts = new GrowingTree();
  readonly gaps = new HeadGaps();
}

async function firstDifference(
  options: VerifyOptions,
  heads: readonly SignedHead[],
  done: Done,
): Promise<ChainDifference | null> {
  const [events, record] = [allEvents(options.store), recordedLeaves(options.pool)];
  const secret = await readPartsSecret(options.pool);
  const facts = new RecordedFacts(options.pool);
  try {
    for (;;) {
      const [event, recorded] = [await next(events), await next(record)];
      const leaf = event && leafOf(event);
      if (recorded !== null && !leaf?.equals(recorded.leaf)) {
        return differenceAt(done.events + 1, { event, leaf, recorded }, await next(events), await next(record));
      }
      if (event === null || leaf === null) break;
      const misfit = misfitOf({ event, leaf, recorded, secret }, done, heads, options);
      if (misfit) return misfit;
      const wrong = await facts.misfit(event, recorded);
      if (wrong) return difference(wrong, done.events, event);
      options.onProgress?.(done.events, event.position);
    }
  } catch (error) {
    if (!(error instanceof RecordBroken)) throw error;
    return difference('record', error.number);
  }
  if (heads.some((head) => head.events > done.events)) return difference('missing', done.events + 1);
  const ambiguous = options.positionsAreNumbers ? await ambiguousText(options.pool) : null;
  return ambiguous === null ? null : difference('text', ambiguous);
}

/**
 * Counts an event that fits its record. @returns what else it does not fit
 * @param recorded null: it came since; `secret` null: nothing was ever recorded in parts
 */
function misfitOf(
  compared: { event: StoredEvent; leaf: Buffer; recorded: RecordedLeaves | null; secret: Buffer | null },
  done: Done,
  heads: readonly SignedHead[],
  { positionsAreNumbers }: VerifyOptions,
): ChainDifference | null {
  const { event, leaf, recorded, secret } = compared;
  done.chain = linkOf(done.chain, leaf);
  done.events += 1;
  done.tree.add(leaf);
  done.gaps.passEvent(textIn(event.metadata, 'recordedAt'));
  if (recorded !== null) done.recorded += 1;
  const parts = secret && partsLeafOf(event, leaf, done.events, secret);
  if (parts) done.parts.add(parts);
  if (recorded?.parts && !parts?.equals(recorded.parts)) return difference('parts', done.events, event);
  if (positionsAreNumbers && event.position !== BigInt(done.events)) return difference('position', done.events, event);
  for (let head = heads[done.heads]; head?.events === done.events; head = heads[done.heads]) {
    if (!isHeadOf(head, done)) return difference('head', done.events);
    done.gaps.passHead(head);
    done.heads += 1;
  }
  return null;
}

const isHeadOf = (head: SignedHead, { chain, tree, parts }: Done) =>
  head.chain === chain.toString('hex') &&
  head.root === tree.root().toString('hex') &&
  (head.parts === null || head.parts === parts.root().toString('hex'));

/** What has happened where the store and the record part, by what comes next in both. */
function differenceAt(
  number: number,
  { event, leaf, recorded }: { event: StoredEvent | null; leaf: Buffer | null; recorded: RecordedLeaves },
  nextEvent: StoredEvent | null,
  nextRecorded: RecordedLeaves | null,
): ChainDifference {
  if (event === null || leaf === null) return difference('missing', number);
  const storeSkipsOne = nextRecorded?.leaf.equals(leaf) ?? false;
  const storeHasOneMore = nextEvent !== null && leafOf(nextEvent).equals(recorded.leaf);
  if (storeSkipsOne) return difference(storeHasOneMore ? 'moved' : 'missing', number, event);
  return difference(storeHasOneMore ? 'inserted' : 'changed', number, event);
}

/** The next item; null at the end. */
async function next<T>(source: AsyncGenerator<T, void>): Promise<T | null> {
  const result = await source.next();
  return result.done ? null : result.value;
}
