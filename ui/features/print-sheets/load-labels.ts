import { calls } from '@perktree/contracts/http/calls';
import { MOST_LABELS, type QrLabel } from '@perktree/contracts/http/qr-lists';
import { getPage } from '../../lib/api.ts';
import { pathParts, queryString } from '../../lib/call-request.ts';

/** Maximum of the query parameter `ids`. */
const IDS_PER_REQUEST = 50;

/** @param siteId null: the signed-in distributor's QRs */
const labelsUrl = (siteId: string | null, query: Readonly<Record<string, string | undefined>>) => {
  const path = siteId === null ? pathParts(calls.ownLabels.path) : pathParts(calls.siteLabels.path, { siteId });
  return path.join('/') + queryString({ ...query, limit: String(MOST_LABELS) });
};

/** The labels of all QRs that match a search and a filter. Loads up to 1,000 per request. */
export async function labelsOfMatches(
  siteId: string | null,
  query: Readonly<Record<string, string | undefined>>,
): Promise<readonly QrLabel[]> {
  const labels: QrLabel[] = [];
  let cursor: string | null = null;
  do {
    const page = await getPage(labelsUrl(siteId, query), cursor);
    labels.push(...(page.items as QrLabel[]));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return labels;
}

/** The labels of QRs by their ids. */
export async function labelsOfIds(siteId: string | null, ids: readonly string[]): Promise<readonly QrLabel[]> {
  const labels: QrLabel[] = [];
  for (let first = 0; first < ids.length; first += IDS_PER_REQUEST) {
    const some = ids.slice(first, first + IDS_PER_REQUEST).join();
    labels.push(...((await getPage(labelsUrl(siteId, { ids: some }), null)).items as QrLabel[]));
  }
  return labels;
}
