import type { ScanAnswer, ScanInfoAnswer } from '@perktree/contracts/http/scanning';
import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { lastPosition } from '../../lib/plain/position.ts';
import { publicCalls } from '../../lib/plain/public-calls.ts';

export type LinkKind = 'customer' | 'distributor';
export type Offer = NonNullable<ScanInfoAnswer['qr']>;

export type OfferState =
  | { state: 'loading' }
  | { state: 'shown'; offer: Offer }
  /** `message` null: nothing that a server said. `temporary`: asking again may help. */
  | { state: 'failed'; message: string | null; temporary: boolean };

/**
 * What the link shows, from the start where the page brought it along. Reading it changes nothing; `reload` reads again
 * and keeps what is shown until then.
 */
export function useOffer(
  kind: LinkKind,
  token: string,
  sent: ScanInfoAnswer | null,
): { offer: OfferState; reload: () => Promise<void> } {
  const [offer, setOffer] = useState<OfferState>(() => (sent ? offerIn(sent) : { state: 'loading' }));
  const reload = useCallback(async () => setOffer(await readOffer(kind, token)), [kind, token]);
  useEffect(() => {
    // The server did not know how far this tab had got when it made the page (domain.md 12).
    if (!sent || lastPosition() !== null) void reload();
  }, [reload, sent]);
  return { offer, reload };
}

function offerIn(answer: ScanInfoAnswer): OfferState {
  if (answer.success && answer.qr) return { state: 'shown', offer: answer.qr };
  return { state: 'failed', message: answer.message || null, temporary: false };
}

async function readOffer(kind: LinkKind, token: string): Promise<OfferState> {
  try {
    return offerIn(await publicCalls.scanInfo(kind, token));
  } catch (error) {
    if (!(error instanceof ApiError)) return { state: 'failed', message: null, temporary: true };
    return {
      state: 'failed',
      message: error.serverMessage || null,
      temporary: error.status === 0 || error.status >= 500,
    };
  }
}

/**
 * Opening a link page is a scan, counted by the page itself with one call (domain.md 5), also after coming back from
 * login: then it opens the customer's scan. Null while it is under way; `failed` where it was not answered.
 */
export function useScanOfThisView(token: string): ScanAnswer | 'failed' | null {
  const [scan, setScan] = useState<ScanAnswer | 'failed' | null>(null);
  useEffect(() => {
    void scanOnce(token).then(setScan);
  }, [token]);
  return scan;
}

const scansOfThisView = new Map<string, Promise<ScanAnswer | 'failed'>>();

function scanOnce(token: string): Promise<ScanAnswer | 'failed'> {
  // Kept outside of React: an effect may run twice, a scan is counted each time that it is sent.
  const sent = scansOfThisView.get(token) ?? publicCalls.scan(token).catch(() => 'failed' as const);
  scansOfThisView.set(token, sent);
  return sent;
}
