import { accountCalls } from '@perktree/contracts/account/calls';
import type { LiveKey, LiveMessage } from '@perktree/contracts/kernel/live';
import { type InfiniteData, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getPage, type ListPage, newLogin } from './api.ts';
import { useAuth } from './auth.tsx';
import { savedAccount } from './device-copy.ts';
import { openLiveStream } from './live-stream.ts';
import { rememberPosition } from './public/position.ts';
import { fetchInTime } from './public/time-limit.ts';
import { type PagePlace, urlOfKey } from './use-api.ts';

/** Number of rows to read at the top of a list to find new ones. If all are new, the list is reloaded. */
const TOP_ROWS = 10;

/** The id is `scanId` in lists of scans, else `id`. */
interface Row {
  readonly id?: string;
  readonly scanId?: string;
  /** Only tree rows have it; null while rows are in the order of the trees. */
  readonly path?: unknown;
  readonly childCount?: number;
}
const idOf = ({ id, scanId }: Row): string => id ?? scanId ?? '';
type Pages = InfiniteData<ListPage, PagePlace>;

/** Whether a query is the paged list at a path, with loaded pages and no pending request that would replace them. */
function isRowList(query: Query, path: LiveKey): boolean {
  const parts = query.queryKey.filter((part) => !String(part).startsWith('?'));
  const { data, fetchStatus } = query.state;
  return parts.length === path.length && fetchStatus === 'idle' && Array.isArray((data as Pages | undefined)?.pages);
}

/**
 * Refreshes rows of a paged list in place. Reads the loaded rows that changed, and the top of the list if other rows changed
 * or are new. Makes at most two small requests, however many pages are loaded.
 */
async function refreshRows(client: QueryClient, query: Query, ids: readonly string[]): Promise<void> {
  const url = urlOfKey(query.queryKey);
  const before = rowsOf(query.state.data as Pages);
  const known = ids.filter((id) => before.has(id));
  const isTree = [...before.values()][0]?.path === null;
  // If the first page was dropped, it is read again when the user scrolls back to it.
  const hasTop = (query.state.data as Pages).pageParams[0]?.index === 0;
  const [changed, top] = await Promise.all([
    known.length === 0 ? null : getPage(withQuery(url, { ids: known.join(','), limit: String(known.length) }), null),
    known.length === ids.length || !hasTop
      ? null
      : getPage(withQuery(url, { limit: String(isTree ? 1 : TOP_ROWS) }), null),
  ]);
  const isOutdated = (top?.items as Row[] | undefined)?.every((row) => !before.has(idOf(row))) && before.size > 0;
  const rows = (changed?.items ?? []) as Row[];
  if (isOutdated || query.state.fetchStatus !== 'idle' || (isTree && hasGrown(before, known, rows)))
    return client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  // Do not merge the top into a tree: a new row is below another row, or is the newest root and makes the list outdated.
  const data = merged(query.state.data as Pages, new Set(known), rows, isTree ? null : top);
  if (isIncomplete(data)) return client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  client.setQueryData<Pages>(query.queryKey, data);
}

/** Whether children were added to known rows of a tree, or known rows were removed. */
function hasGrown(before: ReadonlyMap<string, Row>, known: readonly string[], changed: readonly Row[]): boolean {
  const newest = new Map(changed.map((row) => [idOf(row), row]));
  return known.some((id) => newest.get(id)?.childCount !== before.get(id)?.childCount);
}

/** @param known ids of reloaded rows: those missing from `changed` no longer match */
function merged(data: Pages, known: ReadonlySet<string>, changed: readonly Row[], top: ListPage | null): Pages {
  const newest = new Map(changed.map((row) => [idOf(row), row]));
  const topRows = (top?.items ?? []) as Row[];
  const above = new Set(topRows.map(idOf));
  const loaded = rowsOf(data);
  const removed = [...known].filter((id) => loaded.has(id) && !newest.has(id)).length;
  const pages = data.pages.map((page, index) => {
    const kept = (page.items as Row[])
      .filter((row) => !above.has(idOf(row)) && (!known.has(idOf(row)) || newest.has(idOf(row))))
      .map((row) => newest.get(idOf(row)) ?? row);
    if (index > 0) return { ...page, items: kept };
    const total = top?.total ?? (page.total === null ? null : page.total - removed);
    return { ...page, items: [...topRows, ...kept], total };
  });
  return { ...data, pages };
}

/** Whether a row is missing: unless the newest come first, a new row may belong between the loaded ones. */
function isIncomplete(data: Pages): boolean {
  const total = data.pages[0]?.total ?? null;
  return total !== null && data.pages.at(-1)?.nextCursor === null && rowsOf(data).size !== total;
}

const rowsOf = (data: Pages): ReadonlyMap<string, Row> =>
  new Map(data.pages.flatMap(({ items }) => (items as Row[]).map((row) => [idOf(row), row] as const)));

/** A URL with these parameters of its query set. */
function withQuery(url: string, values: Readonly<Record<string, string>>): string {
  const [path, query = ''] = url.split('?');
  const parameters = new URLSearchParams(query);
  for (const [name, value] of Object.entries(values)) parameters.set(name, value);
  return `${path}?${parameters}`;
}

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

/**
 * Keeps shown data fresh while signed in, and reloads the page when another tab has signed out, signed in as another user or
 * switched the role: screens, forms and the cache belong to the user and role that the page was loaded for. Render it once.
 */
export function LiveUpdates(): null {
  const client = useQueryClient();
  const { user, role } = useAuth();
  const userId = user?.id;
  useEffect(() => {
    if (userId === undefined || role === null) return;
    const changes = refreshOnChanges(client);
    let closeStream = () => {};
    const open = () => {
      closeStream();
      closeStream = openLiveStream({
        onInvalidate: (message) => {
          // From now on, reads must include this change.
          rememberPosition(message.position);
          changes.take(message);
        },
        // A server of an earlier version names no user or no role. A new login begins in another role, and its dialog switches to this one.
        onReady: (id = userId, as = role) =>
          (id !== userId || (as !== role && !newLogin.isOpen())) && location.reload(),
        onRefused: askIfSignedOut,
        // The same user may have signed in again: only a new connection tells.
        onSignedOut: open,
      });
    };
    // Another tab has saved its user and role (device-copy.ts).
    const onStorage = () => {
      const saved = savedAccount();
      if (saved !== null && (saved.user.id !== userId || saved.roleInfo.role !== role)) open();
    };
    open();
    addEventListener('storage', onStorage);
    return () => {
      removeEventListener('storage', onStorage);
      closeStream();
      changes.close();
    };
  }, [client, userId, role]);
  return null;
}

let isAsked = false;

/**
 * The session has ended: asks for a new login over the page, once until it is answered. After a logout in another tab, which has
 * forgotten the account, the page is reloaded. Reads the role, because reading the user would count as use of the session
 * (identity/session-store.ts).
 */
async function askIfSignedOut(): Promise<void> {
  // Not by callApi: a short interruption of the network must not show the offline notice.
  const answer = await fetchInTime(accountCalls.userRole.path).catch(() => null);
  if (answer?.status !== 401 || isAsked) return;
  if (savedAccount() === null) return location.reload();
  isAsked = true;
  // A reader who cancels sees what they have typed, and is asked by their next action.
  if (await newLogin.ask()) isAsked = false;
}
