import type { Call } from '@perktree/contracts/kernel/call';
import { useState } from 'react';
import { type ItemOf, type LoadedList, useApiPages } from '../../lib/use-api.ts';

export interface SearchedList<Item> {
  readonly text: string;
  search(text: string): void;
  readonly loaded: LoadedList<Item>;
}

/** A list that the server searches, in a dialog: its search is not part of the page's address. */
export function useSearchedList<C extends Call>(
  call: C,
  params: Readonly<Record<string, string>>,
  pageLength: number,
): SearchedList<ItemOf<C>> {
  const [text, setText] = useState('');
  const q = text.trim() === '' ? undefined : text.trim();
  const request = { params, query: { q, limit: String(pageLength) } };
  const loaded = useApiPages(call, request as never, { keepsAllPages: true });
  return { text, search: setText, loaded: loaded as LoadedList<ItemOf<C>> };
}
