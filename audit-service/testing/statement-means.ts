import type { EventStore } from '@perktree/event-store/port';
import { openingsOf } from './openings-of.ts';
import { streamsOf } from './streams-of.ts';

/** What a statement is made with together with a database and a key, for histories without read models. */
export const statementMeans = (store: Pick<EventStore, 'readAll'>) => ({
  ...{ openings: openingsOf(store), ownStreams: streamsOf(store) },
  texts: { saltedTexts: async () => new Map() },
});
