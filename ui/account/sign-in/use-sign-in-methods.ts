import { useEffect, useState } from 'react';
import { type Answer, accountCalls } from './account-calls.ts';

/** How people can sign in here. Undefined until it is known. */
export function useSignInMethods() {
  const [found, setFound] = useState<{ methods?: Answer<'signInMethods'>; error?: unknown }>({});
  useEffect(() => {
    accountCalls.signInMethods().then(
      (methods) => setFound({ methods }),
      (error: unknown) => setFound({ error }),
    );
  }, []);
  return found;
}
