import { coalesced, isRefusedValue } from '@perktree/platform/coalesced';
import { anyLength } from '@perktree/platform/postgres/any-length';

/** A stream, and the revision from which on it is wanted. */
export interface StreamWanted {
  readonly stream: string;
  readonly fromRevision: number;
}

/** What the query gives for the stream at a place (from 1) of those that were wanted. */
interface RowOfWanted {
  readonly wanted: number;
}

/**
 * The plan is the same for any number of streams: a descent of the index each. The order within a stream is the index's,
 * and is asked for all the same.
 */
export const READ_STREAMS = {
  name: 'read_streams',
  text: `SELECT w.n::int AS wanted, e.position, e.stream, e.revision, e.event_id, e.type, e.data, e.metadata
    FROM unnest(${anyLength('$1::text[]')}, ${anyLength('$2::int[]')}) WITH ORDINALITY AS w(stream, from_revision, n)
    CROSS JOIN LATERAL (
      SELECT * FROM event_store.events e
      WHERE e.stream = w.stream AND e.revision >= w.from_revision ORDER BY e.revision
    ) e
    ORDER BY w.n, e.revision`,
};

/** Streams of one query. */
const MOST_STREAMS = 100;
/** Queries under way at once. One of whole streams may take long, and the next should not wait for it. */
const UNDER_WAY = { whole: 2, news: 1 };

/**
 * Reads of streams that are wanted at the same time share a round trip: a command looks at four streams, and hundreds of
 * commands are under way. Those that read a stream for the first time, which may be long, share none with those that only
 * look for news.
 */
export function createStreamReads<Row extends RowOfWanted, Event>(
  query: (wanted: { readonly streams: readonly string[]; readonly from: readonly number[] }) => Promise<readonly Row[]>,
  eventOf: (row: Row) => Event,
): (wanted: StreamWanted) => Promise<readonly Event[]> {
  const ask = async (wanted: readonly StreamWanted[]) => {
    const rows = await query({
      streams: wanted.map(({ stream }) => stream),
      from: wanted.map(({ fromRevision }) => fromRevision),
    });
    const answers: Event[][] = wanted.map(() => []);
    for (const row of rows) answers[row.wanted - 1]?.push(eventOf(row));
    return answers;
  };
  const reads = (underWay: number) => coalesced(ask, { most: MOST_STREAMS, underWay, isOfOne: isRefusedValue });
  const [whole, news] = [reads(UNDER_WAY.whole), reads(UNDER_WAY.news)];
  return (wanted) => (wanted.fromRevision === 0 ? whole(wanted) : news(wanted));
}
