import { calls } from '@perktree/contracts/catalogue/calls';
import { MOST_LABELS, type QrLabel } from '@perktree/contracts/qr/list-calls';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getPage } from '../../lib/api.ts';
import { pathParts, queryString } from '../../lib/call-request.ts';
import { failureToast, useToast } from '../../lib/toast.tsx';

interface Chosen {
  /** In the order in which they were chosen. */
  readonly ids: ReadonlySet<string>;
  /** URL of the list whose matches have all been chosen; null if none. */
  readonly allOf: string | null;
}
const NOTHING: Chosen = { ids: new Set(), allOf: null };

export type ChosenQrs = ReturnType<typeof useChosenQrs>;

/**
 * QRs that are chosen one by one, or all that match a search and a filter.
 * @param siteId null for the signed-in distributor's QRs
 */
export function useChosenQrs(siteId: string | null) {
  const { t } = useTranslation('print-sheets');
  const toast = useToast();
  const [{ ids, allOf }, setChosen] = useState(NOTHING);
  const adding = useMutation({
    mutationFn: ({ query }: { query: Readonly<Record<string, string>>; url: string }) => idsOfMatches(siteId, query),
    onSuccess: (matches, { url }) => setChosen((before) => ({ ids: new Set([...before.ids, ...matches]), allOf: url })),
    onError: failureToast(toast, t('failed')),
  });
  const toggle = useCallback(
    (id: string) =>
      setChosen((before) => {
        const next = new Set(before.ids);
        if (!next.delete(id)) next.add(id);
        return { ids: next, allOf: next.has(id) ? before.allOf : null };
      }),
    [],
  );
  return {
    ids,
    allOf,
    isAdding: adding.isPending,
    toggle,
    clear: () => setChosen(NOTHING),
    /** @param url URL of the list, with the search and filter to apply */
    addAll: (url: string) => {
      const { q, show } = Object.fromEntries(new URL(url, window.location.origin).searchParams);
      adding.mutate({ url, query: { ...(q !== undefined && { q }), ...(show !== undefined && { show }) } });
    },
  };
}

/** The QRs that match a search and a filter. Loads up to 1,000 per request. */
async function idsOfMatches(
  siteId: string | null,
  query: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const path = siteId === null ? pathParts(calls.ownLabels.path) : pathParts(calls.siteLabels.path, { siteId });
  const url = path.join('/') + queryString({ ...query, limit: String(MOST_LABELS) });
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await getPage(url, cursor);
    ids.push(...(page.items as QrLabel[]).map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return ids;
}
