import { randomUUID } from 'node:crypto';
import type { Opened } from '@perktree/apps/cli/open-for-operator';
import { derivedId } from '@perktree/audit-service/replay/once-checker';
import { type EventType, eventSchemas } from '@perktree/contracts/catalogue/events';
import { tamper } from '@perktree/event-store/testing/tamper';
import { projections } from '@perktree/projector/catalogue';
import { type Checkpoint, readCheckpoints } from '@perktree/projector/engine/live/checkpoints';
import { resumeProjection } from '@perktree/projector/service';
import { plantedTypes } from '../oracle/planted-types.ts';
import { waitUntil } from './wait-until.ts';

/** The projector may be dead and has a backlog after its restart. */
const TIMEOUT_MS = 60_000;

const handlers = (type: EventType) => projections.filter(({ events }) => events.has(type));
/** An event type that exactly one read model handles. */
const TYPE = (Object.keys(eventSchemas) as EventType[]).find((type) => handlers(type).length === 1);

/**
 * Stores an event of a known type with invalid data. Its read model must stop there and name the event, while all others
 * continue. Once the event is repaired and the read model resumed, it must catch up.
 * @returns the violations, one line each
 */
export async function poison({ store, pool }: Pick<Opened, 'store' | 'pool'>): Promise<readonly string[]> {
  if (TYPE === undefined) throw new Error('no event type is handled by exactly one read model');
  const [name] = handlers(TYPE).map((each) => each.name as string);
  const stream = `poisoned-${randomUUID()}`;
  const commandId = randomUUID();
  const data = { nothing: 'of what belongs here' };
  // The audit judges the event as it is once it is repaired.
  const repaired = JSON.stringify({ type: plantedTypes.ofRepairedEvent, data });
  const eventId = derivedId('event', commandId, stream, 0, '', repaired);
  const metadata = { schemaVersion: 1, commandId, poisoned: true };
  const { position } = await store.append(stream, -1, [{ eventId, type: TYPE, data, metadata }]);
  const serving = async () => (await readCheckpoints(pool)).filter((each) => each.serving);
  const isStopped = (each: Checkpoint) => each.name === name && each.status === 'failed';
  const hasStopped = await waitUntil(async () => {
    const all = await serving();
    return all.some(isStopped) && all.every((each) => isStopped(each) || each.position >= position);
  }, TIMEOUT_MS);
  const wrong = (await serving()).flatMap((each) => problemsWith(each, { name, eventId, position }));
  if (!hasStopped) wrong.push(`${name} did not stop at ${TYPE} ${eventId}, or others did not pass it`);
  // Operators repair events with their own tools; here it gets a type that no read model handles.
  await tamper(pool, 'UPDATE event_store.events SET type = $2 WHERE event_id = $1', [
    eventId,
    plantedTypes.ofRepairedEvent,
  ]);
  await resumeProjection({ pool });
  const isRepaired = await waitUntil(
    async () => (await serving()).every(({ status }) => status === 'live'),
    TIMEOUT_MS,
  );
  return isRepaired ? wrong : [...wrong, `${name} did not resume after the event was repaired`];
}

function problemsWith(
  { name, status, failedEventId, error, position }: Checkpoint,
  bad: { readonly name: string | undefined; readonly eventId: string; readonly position: bigint },
): readonly string[] {
  if (name !== bad.name)
    return status === 'live' ? [] : [`${name} is ${status} by an event that it does not handle: ${error}`];
  if (failedEventId !== bad.eventId || !error?.includes(bad.eventId))
    return [`${name} does not name the event that stopped it`];
  return position < bad.position ? [] : [`${name} has passed the poison event`];
}
