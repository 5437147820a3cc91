import {
  BACKWARDS,
  END,
  FORWARDS,
  type ReadRevision,
  START,
  type StreamingRead,
  StreamNotFoundError,
} from '@eventstore/db-client';
import { LRUCache } from 'lru-cache';
import { type HeadEvent, type StoredEvent, StoreUnavailable } from '../port.ts';
import { type Calls, inTime } from './calls.ts';
import { classify, HistoryIncomplete, isInvalidPosition, refusal, unavailable } from './failures.ts';
import { isOwn, isTruncated, METADATA_PREFIX, positionOf, toPosition, toStoredEvent } from './stored-events.ts';
import type { Timing } from './timing.ts';
import type { WireClient } from './wire-client.ts';

/** Most events of one call. Calls have a time limit, so they must not grow with the stream. */
const PAGE = 500;
/** Smallest page of the whole store: a page also contains the server's own events. */
const SMALLEST_PAGE = 32;
/** Most cached streams that a read has found absent, and how long that is valid. Their first append usually follows soon. */
const NEW_STREAMS = 10_000;
const ABSENT_MS = 10_000;

const NOTHING_KNOWN = { newest: { position: 0n, eventId: null }, upTo: 0n } as const;

/** Reads streams and the whole store, page by page, from the leader, so that a read sees every earlier append. */
export class Reading {
  /** The newest event of the product, and the position of the server's own events that were skipped to find it. */
  private known: { readonly newest: HeadEvent; readonly upTo: bigint } = NOTHING_KNOWN;
  /** Streams that did not exist, and had not been deleted, a moment ago. */
  private readonly absent = new LRUCache<string, true>({ max: NEW_STREAMS, ttl: ABSENT_MS });

  constructor(
    private readonly calls: Calls,
    private readonly timing: Timing,
    /** Whether a stream is known not to have been deleted; false: its metadata has to be read. */
    private readonly isNeverDeleted: (stream: string) => boolean,
  ) {}

  /** @throws HistoryIncomplete, StoreUnavailable */
  async stream(stream: string, fromRevision: number, max = Number.POSITIVE_INFINITY): Promise<StoredEvent[]> {
    const events: StoredEvent[] = [];
    while (events.length < max) {
      const next = fromRevision + events.length;
      const page = await this.streamPage(stream, next, Math.min(PAGE, max - events.length));
      for (const event of page.map(toStoredEvent)) {
        // Truncated, or deleted and recreated: the missing events may matter.
        if (event.revision !== fromRevision + events.length) {
          throw new HistoryIncomplete(`${stream} has no event ${fromRevision + events.length} any more`);
        }
        events.push(event);
      }
      if (page.length < PAGE) break;
    }
    return events;
  }

  /** @throws RangeError for a position without an event, StoreUnavailable */
  async all(afterPosition: bigint, limit: number): Promise<StoredEvent[]> {
    const events: StoredEvent[] = [];
    let from = afterPosition;
    while (events.length < limit) {
      const size = Math.min(Math.max(limit - events.length + 1, SMALLEST_PAGE), PAGE);
      const page = await this.allPage(from, size);
      const last = page.at(-1);
      for (const event of page) {
        if (events.length === limit) break;
        if (isOwn(event) && positionOf(event) > from) events.push(toStoredEvent(event));
      }
      if (!last || page.length < size) break;
      // Pages begin with the event that the one before ended with.
      from = last.position.commit;
    }
    return events;
  }

  /** The newest event of the product. Searches backwards past the server's own events, but not past those already skipped. */
  async newest(): Promise<HeadEvent> {
    let from: bigint | undefined;
    let upTo = 0n;
    for (let size = 1; ; size = Math.min(size * 8, PAGE)) {
      const fromPosition = from === undefined ? END : toPosition(from);
      const page = await this.read((client) =>
        client.readAll({ direction: BACKWARDS, fromPosition, maxCount: size, ...LEADER }),
      ).catch((error: unknown) => {
        throw refusal('$all', error);
      });
      const events = page.flatMap(({ event }) => (event ? [event] : []));
      upTo = maximum(upTo, events[0]?.position.commit ?? 0n);
      // The log ends earlier than before: the server has lost events, perhaps the newest one that was known.
      if (from === undefined && upTo < this.known.upTo) this.known = NOTHING_KNOWN;
      const own = events.find(isOwn);
      if (own) {
        this.known = { newest: { position: positionOf(own), eventId: own.id }, upTo };
        return this.known.newest;
      }
      const last = events.at(-1)?.position.commit ?? 0n;
      if (page.length < size || last <= this.known.upTo) {
        this.known = { ...this.known, upTo };
        return this.known.newest;
      }
      from = last;
    }
  }

  private async streamPage(stream: string, from: number, maxCount: number) {
    const fromRevision: ReadRevision = from === 0 ? START : BigInt(from);
    try {
      const page = await this.read(
        (client) => client.readStream(stream, { direction: FORWARDS, fromRevision, maxCount, ...LEADER }),
        (client, events) => {
          const last = events.at(-1)?.event;
          if (last) client.seen?.set(stream, last.id);
        },
      );
      return page.flatMap(({ event }) => (event ? [event] : []));
    } catch (error) {
      if (!(error instanceof StreamNotFoundError)) throw refusal(stream, error);
      await this.assertNeverDeleted(stream);
      return [];
    }
  }

  /** Checks before a stream's first append that it was never deleted. @throws HistoryIncomplete, StoreUnavailable */
  async assertNew(stream: string): Promise<void> {
    // A command that decides on an empty stream has just read it.
    if (!this.absent.has(stream)) await this.assertNeverDeleted(stream);
    this.absent.delete(stream);
  }

  /**
   * A soft-deleted stream reads like one that never existed, but an append to it would continue after its last revision. Its
   * metadata tells them apart.
   * @throws HistoryIncomplete, StoreUnavailable
   */
  private async assertNeverDeleted(stream: string): Promise<void> {
    if (this.isNeverDeleted(stream)) return;
    const metadata = await this.read((client) =>
      client.readStream(`${METADATA_PREFIX}${stream}`, {
        direction: BACKWARDS,
        fromRevision: END,
        maxCount: 1,
        ...LEADER,
      }),
    ).catch((error: unknown) => {
      if (error instanceof StreamNotFoundError) return [];
      throw refusal(stream, error);
    });
    if (metadata.some(({ event }) => isTruncated(event?.data))) {
      throw new HistoryIncomplete(`${stream} was deleted in the event store`);
    }
    this.absent.set(stream, true);
  }

  private async allPage(from: bigint, maxCount: number) {
    const page = (fromPosition: ReturnType<typeof toPosition> | typeof START) =>
      this.read((client) => client.readAll({ direction: FORWARDS, fromPosition, maxCount, ...LEADER }));
    const first = await page(from === 0n ? START : toPosition(from)).catch(async (error: unknown) => {
      if (!isInvalidPosition(error)) throw refusal('$all', error);
      // The server accepts only positions of events. The position before an event also means "from this event on".
      return page(toPosition(from + 1n)).catch((second: unknown) => {
        if (!isInvalidPosition(second)) throw refusal('$all', second);
        throw new RangeError(`${from} is not a position of the event store`, { cause: error });
      });
    });
    return first.flatMap(({ event }) => (event ? [event] : []));
  }

  /** @throws StoreUnavailable, or the server's refusal */
  private async read<T>(
    start: (client: WireClient) => StreamingRead<T>,
    onRead?: (client: WireClient, events: readonly T[]) => void,
  ): Promise<T[]> {
    const { callMs, reachMs } = this.timing;
    try {
      return await this.calls.runUntilAnswered(
        async (client) => {
          const events = await drain(start(client), callMs);
          onRead?.(client, events);
          return events;
        },
        () => reachMs,
      );
    } catch (error) {
      if (error instanceof StoreUnavailable || classify(error) === 'refused') throw error;
      throw unavailable(error);
    }
  }
}

const LEADER = { requiresLeader: true };

/** Reads the id of the event at a revision over this connection; undefined where the stream has no such event. */
export async function eventIdAt(
  client: WireClient,
  stream: string,
  revision: number,
  withinMs: number,
): Promise<string | undefined> {
  const where = { direction: FORWARDS, fromRevision: BigInt(revision), maxCount: 1, ...LEADER } as const;
  try {
    const [found] = await drain(client.readStream(stream, where), withinMs);
    return found?.event?.id;
  } catch (error) {
    if (error instanceof StreamNotFoundError) return undefined;
    throw error;
  }
}

const maximum = (a: bigint, b: bigint) => (a > b ? a : b);

/** Collects the events of a read. A failed or slow read is cancelled, because it would continue at the server. */
async function drain<T>(read: StreamingRead<T>, withinMs: number): Promise<T[]> {
  const events: T[] = [];
  read.on('data', (event: T) => events.push(event));
  const ended = new Promise<T[]>((resolve, reject) => {
    read.once('end', () => resolve(events));
    // A read that is cut off may emit more than one error.
    read.on('error', reject);
  });
  try {
    return await inTime(ended, withinMs);
  } catch (error) {
    read.cancel().catch(() => {});
    throw error;
  }
}
