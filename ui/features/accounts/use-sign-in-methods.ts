import { useEffect, useState } from 'react';
import { type PublicAnswer, publicCalls } from '../../lib/public/public-calls.ts';

/** How people can sign in here. Undefined until it is known. */
export function useSignInMethods() {
  const [found, setFound] = useState<{ methods?: PublicAnswer<'signInMethods'>; error?: unknown }>({});
  useEffect(() => {
    publicCalls.signInMethods().then(
      (methods) => setFound({ methods }),
      (error: unknown) => setFound({ error }),
    );
  }, []);
  return found;
}
