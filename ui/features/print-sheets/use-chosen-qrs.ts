import type { QrLabel } from '@perktree/contracts/http/qr-lists';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureToast, useToast } from '../../lib/toast.tsx';
import { labelsOfIds, labelsOfMatches } from './load-labels.ts';

interface Chosen {
  /** Null: the label has not been loaded. */
  readonly labels: ReadonlyMap<string, QrLabel | null>;
  /** URL of the list whose matches have all been chosen; null if none. */
  readonly allOf: string | null;
}
const NOTHING: Chosen = { labels: new Map(), allOf: null };

export type ChosenQrs = ReturnType<typeof useChosenQrs>;

/**
 * QRs that are chosen one by one, or all that match a search and a filter.
 * @param siteId null for the signed-in distributor's QRs
 */
export function useChosenQrs(siteId: string | null) {
  const { t } = useTranslation('print-sheets');
  const toast = useToast();
  const [{ labels, allOf }, setChosen] = useState(NOTHING);
  const adding = useMutation({
    mutationFn: ({ query }: { query: Readonly<Record<string, string>>; url: string }) => labelsOfMatches(siteId, query),
    onSuccess: (matches, { url }) =>
      setChosen((before) => ({
        labels: new Map([...before.labels, ...matches.map((label) => [label.id, label] as const)]),
        allOf: url,
      })),
    onError: failureToast(toast, t('failed')),
  });
  const toggle = useCallback(
    (id: string) =>
      setChosen((before) => {
        const next = new Map(before.labels);
        if (!next.delete(id)) next.set(id, null);
        return { labels: next, allOf: next.has(id) ? before.allOf : null };
      }),
    [],
  );
  return {
    labels,
    allOf,
    isAdding: adding.isPending,
    toggle,
    clear: () => setChosen(NOTHING),
    /** @param url URL of the list, with the search and filter to apply */
    addAll: (url: string) => {
      const { q, show } = Object.fromEntries(new URL(url, window.location.origin).searchParams);
      adding.mutate({ url, query: { ...(q !== undefined && { q }), ...(show !== undefined && { show }) } });
    },
    /** The labels in the order in which they were chosen. */
    load: async (): Promise<readonly QrLabel[]> => {
      const missing = [...labels].filter(([, label]) => label === null).map(([id]) => id);
      const loaded = await labelsOfIds(siteId, missing);
      const byId = new Map(loaded.map((label) => [label.id, label]));
      return [...labels].flatMap(([id, label]) => label ?? byId.get(id) ?? []);
    },
  };
}
