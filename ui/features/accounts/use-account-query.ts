import { LOGIN_INTENTS, type LoginIntent } from '@perktree/contracts/http/accounts';
import { safeReturnTo } from '@perktree/contracts/http/return-to';
import { useSearchParams } from 'react-router-dom';
import { hasPending } from '../../lib/pending.ts';
import { saveSignInDestination } from '../../lib/sign-in-destination.ts';
import { withParameters } from '../../lib/with-parameters.ts';

/** Reads `intent` and `returnTo` from the address. */
export function useAccountQuery() {
  const [query, setQuery] = useSearchParams();
  const requestedIntent = query.get('intent');
  const chosen = LOGIN_INTENTS.find((known) => known === requestedIntent) ?? null;
  const returnTo = safeReturnTo(query.get('returnTo'), window.location.origin);
  const destination = destinationAfterSignIn(returnTo, hasPending());
  return {
    /** Null: the address names none. */
    chosen,
    intent: chosen ?? 'customer',
    destination,
    setIntent: (next: LoginIntent) => setQuery(withParameters(query, { intent: next }), { replace: true }),
    /** The same query for the link between login and registration. */
    search: query.size === 0 ? '' : `?${query}`,
    /** Loads a new document: link pages are separate documents, and all data must be read again. */
    proceed: (elsewhere?: string) => {
      const kept = elsewhere ?? returnTo;
      if (kept !== null) saveSignInDestination(kept);
      window.location.assign(elsewhere ?? destination);
    },
  };
}

/** A pending redemption or claim continues on the scanner page. */
function destinationAfterSignIn(returnTo: string | null, pending: boolean): string {
  return returnTo ?? (pending ? '/mobile-scanner' : '/');
}
