import type { Call } from '@perktree/contracts/kernel/call';
import { type ListHeaders, refusal, type SentRequest } from './fake-api.ts';
import { api } from './open-screen.tsx';

/** A list call of any length, which can fail in the middle. */
export interface LongList {
  /** Requests are answered 500 while it is true. */
  fails: boolean;
  /** Requests for later pages are answered after it has resolved. */
  laterPages: Promise<void>;
  /** Queries of the requests so far. */
  requests(): readonly Readonly<Record<string, string>>[];
}

export const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Answers a list call from rows: pages by cursor, count, rows of ids, and a search by the text of the rows. */
export function giveList<Row extends object>(call: Call, rows: readonly Row[], keyOf: (row: Row) => string): LongList {
  const list: LongList = {
    fails: false,
    laterPages: Promise.resolve(),
    requests: () => api.sent(call).map(({ query }) => query),
  };
  const pageOf = ({ query }: SentRequest) => {
    const ids = query.ids?.split(',');
    const word = (query.q ?? '').toLowerCase();
    const found = rows
      .filter((row) => ids?.includes(keyOf(row)) ?? true)
      .filter((row) => word === '' || JSON.stringify(row).toLowerCase().includes(word));
    const from = query.cursor === undefined ? 0 : found.findIndex((row) => keyOf(row) === query.cursor) + 1;
    const items = found.slice(from, from + Number(query.limit ?? 200));
    return { items, total: found.length, isLast: from + items.length >= found.length };
  };
  const headersOf = (request: SentRequest): ListHeaders => {
    const { items, total, isLast } = pageOf(request);
    const last = items.at(-1);
    return {
      ...(request.query.cursor === undefined && { total }),
      ...(!isLast && last && { nextCursor: keyOf(last) }),
    };
  };
  const answer = async (request: SentRequest) => {
    if (list.fails) return refusal(500, 'Internal server error', 'INTERNAL');
    if (request.query.cursor !== undefined) await list.laterPages;
    return pageOf(request).items;
  };
  api.on(call, answer as never, headersOf);
  return list;
}
