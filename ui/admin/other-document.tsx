import { useEffect } from 'react';
import { Loading } from '../kit/loading.tsx';

const openedAt = window.location.pathname;

/** Opens a page that the application does not have, in place of this one. */
export function OtherDocument({ href }: { href: string }) {
  useEffect(() => window.location.replace(href), [href]);
  return <Loading page />;
}

/**
 * While signed out, `/` is the landing page, which the server renders. If the server has just answered `/` with this
 * application (the session ended meanwhile), loading it again could loop.
 */
export const SignedOutHome = () => <OtherDocument href={openedAt === '/' ? '/login' : '/'} />;
