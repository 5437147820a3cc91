import { type EventHeader, type EventStore, HistoryChanged, RevisionConflict, type StoredEvent } from '../port.ts';

const PAGE = 500;

/**
 * Shows a part of a store as a whole one: the streams whose names begin with the scope, after a position. So each test has an
 * empty store on a shared server, where events cannot be removed.
 */
export function scopedStore(store: EventStore, scope: string, start: bigint): EventStore {
  // Malformed names stay malformed.
  const inside = (stream: string) => (stream === '' ? '' : `${scope}${stream}`);
  const own = <Event extends EventHeader>(events: readonly Event[]): Event[] =>
    events
      .filter(({ stream }) => stream.startsWith(scope))
      .map((event) => ({ ...event, stream: event.stream.slice(scope.length) }));
  const from = (position: bigint) => (position < start ? start : position);

  async function* pages(afterPosition: bigint): AsyncGenerator<readonly StoredEvent[]> {
    for (let after = from(afterPosition); ; ) {
      const page = await store.readAll(after, PAGE);
      yield own(page);
      if (page.length < PAGE) return;
      after = page.at(-1)?.position ?? after;
    }
  }

  return {
    async append(stream, expectedRevision, events, condition) {
      try {
        return await store.append(inside(stream), expectedRevision, events, condition);
      } catch (error) {
        if (error instanceof HistoryChanged) throw new HistoryChanged(stream);
        if (!(error instanceof RevisionConflict)) throw error;
        throw new RevisionConflict(stream, error.expected, error.actual);
      }
    },
    readStream: async (stream, ...range) => own(await store.readStream(inside(stream), ...range)),
    async readAll(afterPosition, limit) {
      const events: StoredEvent[] = [];
      for await (const page of pages(afterPosition)) {
        events.push(...page);
        if (events.length >= limit) break;
      }
      return events.slice(0, limit);
    },
    async *subscribe({ afterPosition, batchSize, signal }) {
      for await (const batch of store.subscribe({ afterPosition: from(afterPosition), batchSize, signal })) {
        const events = own(batch);
        if (events.length > 0) yield events;
      }
    },
    async news(since) {
      const { head, headers } = await store.news(since);
      return { head, headers: headers && own(headers) };
    },
    async head() {
      let head = 0n;
      for await (const page of pages(0n)) head = page.at(-1)?.position ?? head;
      return head;
    },
    close: () => store.close(),
  };
}
