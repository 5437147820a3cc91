import { jsonArray, plainArray, textArray } from '@perktree/platform/postgres/array-parameter';
import type pg from 'pg';
import { type ComparedAppend, conflictOf } from '../append-outcome.ts';
import type { AppendConflict, HeadEvent, HistoryChanged, StoredEvent, StreamVersion } from '../port.ts';
import type { SerialisedEvent } from '../serialise.ts';

export interface PendingAppend extends ComparedAppend {
  readonly events: readonly SerialisedEvent[];
}

/** Accepted: revision and position of its last event. Refused: what has changed. */
export type AppendAnswer =
  | { readonly accepted: true; readonly revision: number; readonly position: bigint }
  | { readonly accepted: false; readonly conflict: AppendConflict | HistoryChanged };

/** Bounds that keep the lock short: others wait for it. */
const MAX_EVENTS = 500;
const MAX_BYTES = 1_048_576;
/** Most appends to one stream per batch: the function executes them one after the other. */
const MAX_ROUNDS = 8;

/**
 * Takes the next batch from the queue: at least one append, in the order of the queue. No append of it has read a stream that
 * another one writes: reads are compared before anything is written.
 */
export function takeBatch<T extends PendingAppend>(queue: T[]): T[] {
  const roundsOf = new Map<string, number>();
  const read = new Set<string>();
  let [taken, events, bytes] = [0, 0, 0];
  for (const append of queue) {
    const { stream, reads = [] } = append;
    const round = (roundsOf.get(stream) ?? 0) + 1;
    events += append.events.length;
    for (const event of append.events) bytes += event.bytes;
    const isFull = events > MAX_EVENTS || bytes > MAX_BYTES || round > MAX_ROUNDS;
    if (taken > 0 && (isFull || read.has(stream) || reads.some((each) => roundsOf.has(each.stream)))) break;
    roundsOf.set(stream, round);
    for (const each of reads) read.add(each.stream);
    taken++;
  }
  return queue.splice(0, taken);
}

/** An event in the answer of a query. */
export interface EventRow {
  readonly position: string;
  readonly stream: string;
  readonly revision: number;
  readonly event_id: string;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: unknown;
}

export const storedEventOf = ({
  event_id,
  position,
  stream,
  revision,
  type,
  data,
  metadata,
}: EventRow): StoredEvent => ({
  stream,
  revision,
  position: BigInt(position),
  eventId: event_id,
  type,
  data,
  metadata,
});

/**
 * An answer; or with `accepted` null an event that the append has missed of its n-th compared stream (`place`); or with `append`
 * null an event that others have stored after the known one, which is the first of them.
 */
type Row =
  | { readonly append: number; readonly accepted: boolean; readonly revision: number; readonly position: string | null }
  | ({ readonly append: number | null; readonly accepted: null; readonly place: number } & EventRow);

export interface BatchAnswer {
  /** In the order of the batch. */
  readonly answers: readonly AppendAnswer[];
  /** What was stored between the known event and the batch; null: it is not known. */
  readonly others: readonly StoredEvent[] | null;
  /** The last event of the batch, or the last before it; null: it is not known. */
  readonly head: HeadEvent | null;
}

const STATEMENT = {
  name: 'append_batch',
  text: `SELECT append, accepted, revision, position, place, stream, event_id, type, event_data AS data,
      event_metadata AS metadata
    FROM event_store.append_batch($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
};

/** Sends a batch in one round trip. @param known an event of which this process knows all before it */
export async function sendBatch(
  client: pg.ClientBase,
  batch: readonly PendingAppend[],
  known: HeadEvent | null = null,
): Promise<BatchAnswer> {
  const inRounds = byRound(batch);
  const events = inRounds.flatMap(({ append }) => append.events);
  const firsts: number[] = [];
  const owners: number[] = [];
  inRounds.forEach(({ append }, index) => {
    firsts.push(owners.length + 1);
    for (const _ of append.events) owners.push(index + 1);
  });
  const reads = inRounds.flatMap(({ append }, index) =>
    (append.reads ?? []).map((read, n) => ({ ...read, reader: index + 1, place: n + 1 })),
  );
  const { rows } = await client.query<Row>({
    ...STATEMENT,
    values: [
      textArray(inRounds.map(({ append }) => append.stream)),
      plainArray(inRounds.map(({ append }) => append.expectedRevision)),
      plainArray(firsts),
      plainArray(inRounds.map(({ append }) => append.events.length)),
      plainArray(inRounds.map(({ round }) => round)),
      plainArray(owners),
      ...eventArrays(events),
      plainArray(inRounds.map(({ append }) => append.seen ?? 'NULL')),
      plainArray(reads.map(({ reader }) => reader)),
      plainArray(reads.map(({ place }) => place)),
      ...versionArrays(reads),
      known?.position ?? null,
      known?.eventId ?? null,
    ],
  });
  const answered = new Map<PendingAppend, AppendAnswer>();
  for (const row of rows) {
    if (row.accepted === null) continue;
    const append = inRounds[row.append - 1]?.append;
    if (append) answered.set(append, answerOf(row, append, rows));
  }
  const answers = batch.map((append) => {
    const answer = answered.get(append);
    if (!answer) throw new Error(`append_batch gave no answer for ${append.stream}`);
    return answer;
  });
  const since = rows.flatMap((row) => (row.accepted === null && row.append === null ? storedEventOf(row) : []));
  const last = since.at(-1);
  return {
    answers,
    others: last ? since.slice(1) : null,
    head: lastStored(batch, answers) ?? (last ? { position: last.position, eventId: last.eventId } : null),
  };
}

/** The last event of the batch that is stored; null: none is. */
function lastStored(batch: readonly PendingAppend[], answers: readonly AppendAnswer[]): HeadEvent | null {
  let head: HeadEvent | null = null;
  for (const [n, answer] of answers.entries()) {
    if (!answer.accepted || answer.position <= (head?.position ?? 0n)) continue;
    head = { position: answer.position, eventId: batch[n]?.events.at(-1)?.eventId ?? null };
  }
  return head;
}

/** The ids, types, data and metadata of events, as parameters. */
export const eventArrays = (events: readonly SerialisedEvent[]) => [
  plainArray(events.map(({ eventId }) => eventId)),
  textArray(events.map(({ type }) => type)),
  jsonArray(events.map(({ data }) => data)),
  jsonArray(events.map(({ metadata }) => metadata)),
];

/** The same of events that follow the expected revisions, with their streams and revisions. */
export function placedEventArrays(appends: readonly Pick<PendingAppend, 'stream' | 'expectedRevision' | 'events'>[]) {
  const places = appends.flatMap(({ stream, expectedRevision, events }) =>
    events.map((_, index) => ({ stream, revision: expectedRevision + 1 + index })),
  );
  return [
    textArray(places.map(({ stream }) => stream)),
    plainArray(places.map(({ revision }) => revision)),
    ...eventArrays(appends.flatMap(({ events }) => events)),
  ];
}

/** The streams, revisions and event ids of versions, as parameters. */
export const versionArrays = (versions: readonly StreamVersion[]) => [
  textArray(versions.map(({ stream }) => stream)),
  plainArray(versions.map(({ revision }) => revision)),
  plainArray(versions.map(({ eventId }) => eventId ?? 'NULL')),
];

/** The first append to each stream, then the second to each, and so on. */
function byRound(batch: readonly PendingAppend[]): { append: PendingAppend; round: number }[] {
  const roundsOf = new Map<string, number>();
  const numbered = batch.map((append) => {
    const round = (roundsOf.get(append.stream) ?? 0) + 1;
    roundsOf.set(append.stream, round);
    return { append, round };
  });
  return numbered.sort((a, b) => a.round - b.round);
}

function answerOf(
  { append: n, accepted, revision, position }: Exclude<Row, { readonly accepted: null }>,
  append: PendingAppend,
  rows: readonly Row[],
): AppendAnswer {
  if (accepted && position !== null) return { accepted, revision, position: BigInt(position) };
  const missed = rows.flatMap((row) => (row.append === n && row.accepted === null ? row : []));
  const eventsFrom = (place: number) => missed.filter((row) => row.place === place).map(storedEventOf);
  return { accepted: false, conflict: conflictOf(append, revision, eventsFrom) };
}
