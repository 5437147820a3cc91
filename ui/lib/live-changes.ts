import type { LiveKey, LiveMessage } from '@perktree/contracts/kernel/live';
import type { Query, QueryClient } from '@tanstack/react-query';
import { isRowList, refreshRows } from './refresh-rows.ts';

/** Minimum time between two refreshes. */
const REFRESH_INTERVAL_MS = 1_000;

/** Changed ids of the list with this key; null if any of its rows, or anything below the key, may have changed. */
interface Change {
  readonly key: LiveKey;
  readonly ids: Set<string> | null;
}

export interface LiveChanges {
  take(message: Pick<LiveMessage, 'keys' | 'ids'>): void;
  close(): void;
}

/**
 * Refreshes changed data. Shown data is refreshed at most once a second, and only after the last refresh has ended, so that a
 * busy site does not queue requests. Other data is refreshed when it is next shown. A hidden page waits until it is visible.
 */
export function refreshOnChanges(client: QueryClient): LiveChanges {
  let pending = new Map<string, Change>();
  let refreshing = false;
  let earliest = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const refresh = async () => {
    const changes = [...pending.values()];
    pending = new Map();
    refreshing = true;
    earliest = Date.now() + REFRESH_INTERVAL_MS;
    await Promise.allSettled(changes.map((change) => refreshChange(client, change)));
    refreshing = false;
    schedule();
  };
  const schedule = () => {
    clearTimeout(timer);
    if (pending.size === 0 || refreshing || document.visibilityState === 'hidden') return;
    const wait = earliest - Date.now();
    if (wait <= 0) void refresh();
    else timer = setTimeout(() => void refresh(), wait);
  };
  document.addEventListener('visibilitychange', schedule);
  return {
    take({ keys, ids }) {
      for (const key of keys) {
        const path = key.join('/');
        const changed = ids?.[path] ?? null;
        const known = pending.get(path);
        const any = changed === null || known?.ids === null;
        pending.set(path, { key, ids: any ? null : new Set([...(known?.ids ?? []), ...changed]) });
      }
      schedule();
    },
    close() {
      clearTimeout(timer);
      pending.clear();
      document.removeEventListener('visibilitychange', schedule);
    },
  };
}

async function refreshChange(client: QueryClient, { key, ids }: Change): Promise<void> {
  if (ids === null) return client.invalidateQueries({ queryKey: key });
  const lists = client
    .getQueryCache()
    .findAll({ queryKey: key, type: 'active', predicate: (query) => isRowList(query, key) });
  const rest = client.invalidateQueries({ queryKey: key, predicate: (query) => !lists.includes(query) });
  // A list whose rows cannot be read is reloaded: if that fails, too, the list shows it and is read again on reconnection.
  const reload = (list: Query) => client.invalidateQueries({ queryKey: list.queryKey, exact: true });
  await Promise.all([rest, ...lists.map((list) => refreshRows(client, list, [...ids]).catch(() => reload(list)))]);
}
