import { plantedTypes } from '../oracle/planted-types.ts';
import { firstVersions } from '../trust/first-versions/first-versions.ts';
import { openStores } from './collect.ts';

/** An event of a newer version, which this version must skip. */
const FROM_NEWER_VERSION = {
  stream: 'future-1',
  revision: 0,
  eventId: '00000000-0000-8000-8000-0000000000ff',
  type: plantedTypes.ofNewerVersion,
  data: { what: 'unknown field' },
  metadata: { schemaVersion: 7 },
};

/** Stores events written by the first version, so that the run begins with an upgrade. */
export async function storeOldHistory(settings: Readonly<Record<string, string>>): Promise<void> {
  const opened = await openStores(settings);
  try {
    for (const { stream, revision, ...event } of [...firstVersions(), FROM_NEWER_VERSION]) {
      await opened.store.append(stream, revision - 1, [event]);
    }
  } finally {
    await opened.close();
  }
}
