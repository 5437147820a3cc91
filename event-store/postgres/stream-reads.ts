import { coalesced, isRefusedValue } from '@perktree/platform/coalesced';
import { anyLength } from '@perktree/platform/postgres/any-length';
import { MAX_HEADERS } from '../news.ts';
import type { EventHeader } from '../port.ts';

/** A stream, and the first and the last requested revision. */
export interface StreamWanted {
  readonly stream: string;
  readonly fromRevision: number;
  readonly toRevision: number;
}

/** The largest `int`: revisions have this type in the database. */
export const LAST_REVISION = 2 ** 31 - 1;

/** A row of the query for the n-th requested stream (from 1); 0: a header of the log. */
interface RowOfWanted {
  readonly wanted: number;
}

/**
 * The plan is the same for any number of streams: one descent of the index per stream. The headers of the newest events
 * share the round trip; they need no index of their own, because an index cannot answer alone for pages that are new.
 */
export const READ_STREAMS = {
  name: 'read_streams',
  text: `SELECT w.n::int AS wanted, e.position, e.stream, e.revision, e.event_id, e.type, e.data, e.metadata
    FROM unnest(${anyLength('$1::text[]')}, ${anyLength('$2::int[]')}, ${anyLength('$3::int[]')})
      WITH ORDINALITY AS w(stream, from_revision, to_revision, n)
    CROSS JOIN LATERAL (
      SELECT * FROM event_store.events e
      WHERE e.stream = w.stream AND e.revision BETWEEN w.from_revision AND w.to_revision ORDER BY e.revision
    ) e
    UNION ALL SELECT 0, n.position, n.stream, n.revision, n.event_id, NULL, NULL, NULL
    FROM (
      SELECT position, stream, revision, event_id FROM event_store.events
      WHERE position >= $4::bigint ORDER BY position DESC LIMIT $5::int
    ) n
    ORDER BY wanted, position`,
};

/** Most requests per query. */
const MAX_WANTED = 200;
/** Most concurrent queries. A query of whole streams may take long, and the next one should not wait for it. */
const UNDER_WAY = { whole: 2, news: 1 };

export interface StreamReads<Event> {
  read(wanted: StreamWanted): Promise<readonly Event[]>;
  /** The newest events of the log from a position on, without their content, oldest first; `MAX_HEADERS` and one at most. */
  headers(from: bigint): Promise<readonly Event[]>;
}

/**
 * Concurrent reads of streams share a round trip: a command reads four streams, and hundreds of commands run at once.
 * First reads, which may be long, do not share a round trip with refreshes. Headers share that of first reads.
 */
export function createStreamReads<Row extends RowOfWanted, Event extends EventHeader>(
  query: (wanted: {
    readonly streams: readonly string[];
    readonly from: readonly number[];
    readonly to: readonly number[];
    readonly headersFrom: bigint;
    readonly maxHeaders: number;
  }) => Promise<readonly Row[]>,
  eventOf: (row: Row) => Event,
): StreamReads<Event> {
  const ask = async (questions: readonly (StreamWanted | bigint)[]) => {
    const streams = questions.filter((each) => typeof each !== 'bigint');
    const positions = questions.filter((each) => typeof each === 'bigint');
    const rows = await query({
      streams: streams.map(({ stream }) => stream),
      from: streams.map(({ fromRevision }) => fromRevision),
      to: streams.map(({ toRevision }) => toRevision),
      headersFrom: positions.reduce((least, each) => (each < least ? each : least), positions[0] ?? 0n),
      maxHeaders: positions.length === 0 ? 0 : MAX_HEADERS + 1,
    });
    const [headers = [], ...answers] = [[], ...streams].map((): Event[] => []);
    for (const row of rows) (row.wanted === 0 ? headers : answers[row.wanted - 1])?.push(eventOf(row));
    return questions.map((each) =>
      typeof each === 'bigint' ? headers.filter(({ position }) => position >= each) : (answers.shift() ?? []),
    );
  };
  const reads = (underWay: number) => coalesced(ask, { max: MAX_WANTED, underWay, isOfOne: isRefusedValue });
  const [whole, news] = [reads(UNDER_WAY.whole), reads(UNDER_WAY.news)];
  return {
    read: (wanted) => (wanted.fromRevision === 0 ? whole(wanted) : news(wanted)),
    headers: (from) => whole(from),
  };
}
