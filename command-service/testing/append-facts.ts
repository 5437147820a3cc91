import { encodeEvent } from '@perktree/contracts/catalogue/codec';
import type { AnyEvent } from '@perktree/contracts/catalogue/events';
import type { EventStore } from '@perktree/event-store/port';
import { deriveUuid } from '../engine/command.ts';

/** Appends events of other commands. */
export async function appendFacts(
  store: EventStore,
  now: Date,
  stream: string,
  events: readonly AnyEvent[],
): Promise<void> {
  const before = await store.readStream(stream);
  const encoded = events.map((event, n) =>
    encodeEvent(event, deriveUuid(stream, before.length + n), {
      $correlationId: 'spec',
      $causationId: 'spec',
      actor: { id: 'spec', role: 'system' },
      commandId: `${stream} ${before.length}`,
      commandName: 'spec',
      recordedAt: now.toISOString(),
    }),
  );
  await store.append(stream, before.length - 1, encoded);
}
