import { firstVersions } from '../first-versions/first-versions.ts';
import { openStores } from './collect.ts';

/** Written by a version of the product that is yet to come: this one has to pass over it. */
const FROM_THE_FUTURE = {
  stream: 'future-1',
  revision: 0,
  eventId: '00000000-0000-8000-8000-0000000000ff',
  type: 'SomethingOfTomorrow',
  data: { what: 'nobody knows yet' },
  metadata: { schemaVersion: 7 },
};

/** Stores what the first version of the product wrote, for this one to begin with: an upgrade from the oldest. */
export async function storeOldHistory(settings: Readonly<Record<string, string>>): Promise<void> {
  const opened = await openStores(settings);
  try {
    for (const { stream, revision, ...event } of [...firstVersions(), FROM_THE_FUTURE]) {
      await opened.store.append(stream, revision - 1, [event]);
    }
  } finally {
    await opened.close();
  }
}
