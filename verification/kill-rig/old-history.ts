import { derivedId } from '@perktree/audit-service/replay/once-checker';
import { plantedTypes } from '../oracle/planted-types.ts';
import { firstVersionsByDay } from '../trust/first-versions/first-versions.ts';
import { openStores } from './collect.ts';

/** An event of a newer version, which this version must skip. The audit judges its id, like any other. */
const fromNewerVersion = (stream: string) => {
  const content = { type: plantedTypes.ofNewerVersion, data: { what: 'unknown field' } };
  const eventId = derivedId('event', '', stream, 0, '', JSON.stringify(content));
  return { stream, revision: 0, eventId, ...content, metadata: { schemaVersion: 7 } };
};

/** Stores events written by the first version, so that the run begins with an upgrade. */
export async function storeOldHistory(settings: Readonly<Record<string, string>>): Promise<void> {
  const opened = await openStores(settings);
  try {
    for (const { stream, revision, ...event } of [...firstVersionsByDay(), fromNewerVersion('future-1')]) {
      await opened.store.append(stream, revision - 1, [event]);
    }
  } finally {
    await opened.close();
  }
}
