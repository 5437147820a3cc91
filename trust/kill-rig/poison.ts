import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EventType, eventSchemas } from '@perktree/contracts/events/catalogue';
import { projections } from '@perktree/projector/catalogue';
import { type Checkpoint, readCheckpoints } from '@perktree/projector/checkpoints';
import { resume } from '@perktree/projector/control';
import type { Opened } from '@perktree/standalone/operate/open-for-operator';

const LOOK_EVERY_MS = 100;
/** The projector may be dead, and has a backlog when it lives again. */
const PATIENCE_MS = 60_000;

const handlers = (type: EventType) => projections.filter(({ events }) => events.has(type));
/** A type of event that one read model alone is made of. */
const TYPE = (Object.keys(eventSchemas) as EventType[]).find((type) => handlers(type).length === 1);

/**
 * Stores an event of a known type with data that no version ever wrote: the read model that needs it stops there and says
 * which event it was, all others go on; and once the event is mended and the read model resumed, it catches up.
 * @returns what was otherwise, a line each
 */
export async function poison({ store, pool }: Pick<Opened, 'store' | 'pool'>): Promise<readonly string[]> {
  if (TYPE === undefined) throw new Error('there is no event that one read model alone is made of');
  const [name] = handlers(TYPE).map((each) => each.name as string);
  const eventId = randomUUID();
  const metadata = { schemaVersion: 1, poisoned: true };
  const { position } = await store.append(`poisoned-${eventId}`, -1, [
    { eventId, type: TYPE, data: { nothing: 'of what belongs here' }, metadata },
  ]);
  const serving = async () => (await readCheckpoints(pool)).filter((each) => each.serving);
  const isStopped = (each: Checkpoint) => each.name === name && each.status === 'failed';
  const hasStopped = await within(async () => {
    const all = await serving();
    return all.some(isStopped) && all.every((each) => isStopped(each) || each.position >= position);
  });
  const wrong = (await serving()).flatMap((each) => told(each, { name, eventId, position }));
  if (!hasStopped) wrong.push(`${name} did not stop at ${TYPE} ${eventId}, or others did not pass it`);
  // What an operator mends it with is not the product's: here the event becomes one of a type that nobody reads.
  await pool.query(`UPDATE event_store.events SET type = 'MendedOfPoison' WHERE event_id = $1`, [eventId]);
  await resume({ pool });
  const isMended = await within(async () => (await serving()).every(({ status }) => status === 'live'));
  return isMended ? wrong : [...wrong, `${name} did not go on when the event was mended`];
}

function told(
  { name, status, failedEventId, error, position }: Checkpoint,
  bad: { readonly name: string | undefined; readonly eventId: string; readonly position: bigint },
): readonly string[] {
  if (name !== bad.name)
    return status === 'live' ? [] : [`${name} is ${status} by an event that is not for it: ${error}`];
  if (failedEventId !== bad.eventId || !error?.includes(bad.eventId)) return [`${name} does not say what stopped it`];
  return position < bad.position ? [] : [`${name} has passed the event that it cannot take`];
}

async function within(isSo: () => Promise<boolean>): Promise<boolean> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(LOOK_EVERY_MS)) {
    if (await isSo()) return true;
  }
  return false;
}
