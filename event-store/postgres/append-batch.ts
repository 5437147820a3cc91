import { jsonArray, plainArray, textArray } from '@perktree/platform/postgres/array-parameter';
import type pg from 'pg';
import type { SerialisedEvent } from '../serialise.ts';

/** An append that waits for its answer. */
export interface PendingAppend {
  readonly stream: string;
  readonly expectedRevision: number;
  readonly events: readonly SerialisedEvent[];
  /** Id of the event at the expected revision. */
  readonly seen?: string | undefined;
}

/**
 * Accepted: revision and position of its last event. Refused: the stream's actual revision, and whether another event than
 * the one seen last is at its revision.
 */
export type AppendAnswer =
  | { readonly accepted: true; readonly revision: number; readonly position: bigint }
  | { readonly accepted: false; readonly revision: number; readonly isChanged: boolean };

/** Bounds that keep the lock short: others wait for it. */
const MAX_EVENTS = 500;
const MAX_BYTES = 1_048_576;
/** Most appends to one stream per batch: the function executes them one after the other. */
const MAX_ROUNDS = 8;

/** Takes the next batch from the queue: at least one append, in the order of the queue. */
export function takeBatch<T extends PendingAppend>(queue: T[]): T[] {
  const roundsOf = new Map<string, number>();
  let [taken, events, bytes] = [0, 0, 0];
  for (const append of queue) {
    const round = (roundsOf.get(append.stream) ?? 0) + 1;
    events += append.events.length;
    for (const event of append.events) bytes += event.bytes;
    if (taken > 0 && (events > MAX_EVENTS || bytes > MAX_BYTES || round > MAX_ROUNDS)) break;
    roundsOf.set(append.stream, round);
    taken++;
  }
  return queue.splice(0, taken);
}

interface Row {
  readonly append: number;
  readonly accepted: boolean;
  readonly revision: number;
  readonly position: string | null;
  readonly is_changed: boolean;
}

const STATEMENT = {
  name: 'append_batch',
  text: 'SELECT * FROM event_store.append_batch($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
};

/** Sends a batch in one round trip. @returns the answers in the order of the batch */
export async function sendBatch(
  client: pg.ClientBase,
  batch: readonly PendingAppend[],
): Promise<readonly AppendAnswer[]> {
  const inRounds = byRound(batch);
  const events = inRounds.flatMap(({ append }) => append.events);
  const firsts: number[] = [];
  const owners: number[] = [];
  inRounds.forEach(({ append }, index) => {
    firsts.push(owners.length + 1);
    for (const _ of append.events) owners.push(index + 1);
  });
  const { rows } = await client.query<Row>({
    ...STATEMENT,
    values: [
      textArray(inRounds.map(({ append }) => append.stream)),
      plainArray(inRounds.map(({ append }) => append.expectedRevision)),
      plainArray(firsts),
      plainArray(inRounds.map(({ append }) => append.events.length)),
      plainArray(inRounds.map(({ round }) => round)),
      plainArray(owners),
      plainArray(events.map(({ eventId }) => eventId)),
      textArray(events.map(({ type }) => type)),
      jsonArray(events.map(({ data }) => data)),
      jsonArray(events.map(({ metadata }) => metadata)),
      plainArray(inRounds.map(({ append }) => append.seen ?? 'NULL')),
    ],
  });
  const answers = new Map(rows.map((row) => [inRounds[row.append - 1]?.append, answerOf(row)]));
  return batch.map((append) => {
    const answer = answers.get(append);
    if (!answer) throw new Error(`append_batch gave no answer for ${append.stream}`);
    return answer;
  });
}

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

const answerOf = ({ accepted, revision, position, is_changed }: Row): AppendAnswer =>
  accepted && position !== null
    ? { accepted: true, revision, position: BigInt(position) }
    : { accepted: false, revision, isChanged: is_changed };
