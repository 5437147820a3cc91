import { coalesced, isRefusedValue } from '@perktree/platform/coalesced';
import { anyLength } from '@perktree/platform/postgres/any-length';

/** A stream, and the first and the last requested revision. */
export interface StreamWanted {
  readonly stream: string;
  readonly fromRevision: number;
  readonly toRevision: number;
}

/** The largest `int`: revisions have this type in the database. */
export const LAST_REVISION = 2 ** 31 - 1;

/** A row of the query for the n-th requested stream (from 1); 0 is the newest event of the log. */
interface RowOfWanted {
  readonly wanted: number;
}

/**
 * The plan is the same for any number of streams: one descent of the index per stream. Every answer has the newest event of
 * the log, which shows how current the read is.
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
    UNION ALL SELECT 0, n.position, n.stream, n.revision, n.event_id, n.type, NULL, NULL
    FROM (SELECT * FROM event_store.events ORDER BY position DESC LIMIT 1) n
    ORDER BY wanted, revision`,
};

/** Most requests per query. */
const MOST_WANTED = 200;
/** Most concurrent queries. A query of whole streams may take long, and the next one should not wait for it. */
const UNDER_WAY = { whole: 2, news: 1 };

export interface StreamReads<Event> {
  read(wanted: StreamWanted): Promise<readonly Event[]>;
  /** The newest event of the log, without its content; absent in an empty log. */
  newest(): Promise<readonly Event[]>;
}

/**
 * Concurrent reads of streams share a round trip: a command reads four streams, and hundreds of commands run at once.
 * First reads, which may be long, do not share a round trip with refreshes. `newest` shares that of first reads.
 */
export function createStreamReads<Row extends RowOfWanted, Event>(
  query: (wanted: {
    readonly streams: readonly string[];
    readonly from: readonly number[];
    readonly to: readonly number[];
  }) => Promise<readonly Row[]>,
  eventOf: (row: Row) => Event,
): StreamReads<Event> {
  const ask = async (wanted: readonly (StreamWanted | 'newest')[]) => {
    const streams = wanted.filter((each) => each !== 'newest');
    const rows = await query({
      streams: streams.map(({ stream }) => stream),
      from: streams.map(({ fromRevision }) => fromRevision),
      to: streams.map(({ toRevision }) => toRevision),
    });
    const answers: Event[][] = [[], ...streams.map(() => [])];
    for (const row of rows) answers[row.wanted]?.push(eventOf(row));
    let next = 0;
    return wanted.map((each) => answers[each === 'newest' ? 0 : ++next] ?? []);
  };
  const reads = (underWay: number) => coalesced(ask, { most: MOST_WANTED, underWay, isOfOne: isRefusedValue });
  const [whole, news] = [reads(UNDER_WAY.whole), reads(UNDER_WAY.news)];
  return {
    read: (wanted) => (wanted.fromRevision === 0 ? whole(wanted) : news(wanted)),
    newest: () => whole('newest'),
  };
}
