import { useEffect, useState } from 'react';
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
