import { LOGIN_INTENTS, type LoginIntent } from '@perktree/contracts/http/accounts';
import { safeReturnTo } from '@perktree/contracts/http/return-to';
import { useSearchParams } from 'react-router-dom';
import { hasPending } from '../../lib/pending.ts';
import { keepSignInDestination } from '../../lib/sign-in-destination.ts';

/** `intent` and `returnTo` of the address: as whom to sign in, and where to go afterwards. */
export function useAccountQuery() {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('intent');
  const intent = LOGIN_INTENTS.find((known) => known === asked) ?? 'customer';
  const returnTo = safeReturnTo(query.get('returnTo'), window.location.origin);
  const destination = destinationAfterSignIn(returnTo, hasPending());
  return {
    intent,
    destination,
    setIntent: (next: LoginIntent) => {
      const changed = new URLSearchParams(query);
      changed.set('intent', next);
      setQuery(changed, { replace: true });
    },
    /** The same query on the sibling page, so that nothing is lost by changing one's mind. */
    search: query.size === 0 ? '' : `?${query}`,
    /** A navigation, not a route: link pages are another document, and everything is to be read anew. */
    goOn: (elsewhere?: string) => {
      const kept = elsewhere ?? returnTo;
      if (kept !== null) keepSignInDestination(kept);
      window.location.assign(elsewhere ?? destination);
    },
  };
}

/** Whatever waits for the sign-in is taken up on the scan page (specification 4). */
export function destinationAfterSignIn(returnTo: string | null, pending: boolean): string {
  return returnTo ?? (pending ? '/mobile-scanner' : '/');
}
