import { allEvents } from '@perktree/event-store/migrate-events/all-events';
import type { EventStore, StoredEvent } from '@perktree/event-store/port';
import { projections } from '@perktree/projector/catalogue';
import { readCheckpoints } from '@perktree/projector/engine/live/checkpoints';
import type { Pool } from 'pg';
import { type Action, withStores } from './session.ts';

interface TracedEvent {
  readonly position: bigint;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly recordedAt: string;
  /** `site_owner 5f…`. */
  readonly actor: string;
  readonly command: string;
  readonly causedBy: string;
  /** Read models that project events of this type, and whether they have this one. */
  readonly readModels: readonly { readonly name: string; readonly has: boolean }[];
}

export const trace: Action<object> = (session, _, [correlationId = '']) =>
  withStores(session, async ({ store, pool }) => {
    const events = await traceOf({ store, pool }, correlationId);
    const text = events.length === 0 ? `No event has the correlation id ${correlationId}.` : traceText(events);
    return { json: { events }, text, differs: events.length === 0 };
  });

/** All events with a correlation id in order: the effects of a request or a job. */
export async function traceOf(
  { store, pool }: { readonly store: Pick<EventStore, 'readAll'>; readonly pool: Pool },
  correlationId: string,
): Promise<readonly TracedEvent[]> {
  const checkpoints = await readCheckpoints(pool);
  const reached = new Map(checkpoints.filter(({ status }) => status === 'live').map((c) => [c.name, c.position]));
  const found: TracedEvent[] = [];
  for await (const event of allEvents(store)) {
    if (metadataOf(event).$correlationId === correlationId) found.push(tracedEvent(event, reached));
  }
  return found;
}

export function traceText(events: readonly TracedEvent[]): string {
  return events
    .map(({ position, stream, revision, type, recordedAt, actor, command, causedBy, readModels }) =>
      [
        `${recordedAt}  position ${position}  ${type}  ${stream}@${revision}`,
        `  ${command} by ${actor}, caused by ${causedBy}`,
        `  ${readModels.map(({ name, has }) => `${name}${has ? '' : ' (not yet)'}`).join(', ') || 'in no read model'}`,
      ].join('\n'),
    )
    .join('\n');
}

function tracedEvent(event: StoredEvent, reached: ReadonlyMap<string, bigint>): TracedEvent {
  const { stream, revision, type, position } = event;
  const metadata = metadataOf(event);
  return {
    stream,
    revision,
    type,
    position,
    recordedAt: String(metadata.recordedAt),
    actor: `${metadata.actor?.role} ${metadata.actor?.id}`,
    command: String(metadata.commandName),
    causedBy: String(metadata.$causationId),
    readModels: projections
      .filter(({ events }) => (events as ReadonlySet<string>).has(type))
      .map(({ name }) => ({ name, has: (reached.get(name) ?? 0n) >= position })),
  };
}

interface Metadata {
  readonly $correlationId?: string;
  readonly $causationId?: string;
  readonly recordedAt?: string;
  readonly commandName?: string;
  readonly actor?: { readonly id: string; readonly role: string };
}

const metadataOf = ({ metadata }: StoredEvent) => (metadata ?? {}) as Metadata;
