import { LOGIN_INTENTS, type LoginIntent } from '@perktree/contracts/account/calls';
import { invitationPageOf, safeReturnTo } from '@perktree/contracts/account/return-to';
import { useEffect, useState } from 'react';
import { withParameters } from '../../lib/list-state.ts';
import { hasPending, saveSignInDestination } from '../../lib/pending.ts';
import { type AccountAnswer, signInCalls } from './account-calls.ts';

/** How people can sign in here. Undefined until it is known. */
export function useSignInMethods() {
  const [found, setFound] = useState<{ methods?: AccountAnswer<'signInMethods'>; error?: unknown }>({});
  useEffect(() => {
    signInCalls.signInMethods().then(
      (methods) => setFound({ methods }),
      (error: unknown) => setFound({ error }),
    );
  }, []);
  return found;
}

/** Reads `intent`, `returnTo` and `error` from the address. */
export function useAccountQuery() {
  const [query, setQuery] = useState(() => new URLSearchParams(window.location.search));
  const requestedIntent = query.get('intent');
  const chosen = LOGIN_INTENTS.find((known) => known === requestedIntent) ?? null;
  const returnTo = safeReturnTo(query.get('returnTo'), window.location.origin);
  // A pending redemption or claim continues on the scanner page.
  const destination = returnTo ?? (hasPending() ? '/mobile-scanner' : '/');
  const put = (values: Readonly<Record<string, string | null>>) => {
    const changed = withParameters(query, values);
    window.history.replaceState(window.history.state, '', window.location.pathname + searchOf(changed));
    setQuery(changed);
  };
  return {
    query,
    /** Null: the address names none. */
    chosen,
    intent: chosen ?? 'customer',
    destination,
    /** Of a call whose mail leads back: its link shows the brand, as this page does. */
    returning: returnTo === null ? {} : { returnTo },
    setIntent: (next: LoginIntent) => put({ intent: next }),
    /** An invitation gives the role, so the page offers no choice of one. */
    isInvited: invitationPageOf(returnTo) !== null,
    forgetError: () => put({ error: null, error_description: null }),
    /** The page to return to, if it is of a link: it shows the brand of its site. */
    offerPath: returnTo?.startsWith('/scan/') ? returnTo : null,
    /** The same query for links between login, registration and the page for a forgotten password. */
    search: searchOf(query),
    proceed: (elsewhere?: string) => {
      const kept = elsewhere ?? returnTo;
      if (kept !== null) saveSignInDestination(kept);
      window.location.assign(elsewhere ?? destination);
    },
  };
}

const searchOf = (query: URLSearchParams): string => (String(query) === '' ? '' : `?${query}`);
