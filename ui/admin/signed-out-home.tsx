import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { Loading } from '../components/loading.tsx';

const openedAt = window.location.pathname;

/**
 * While signed out, `/` is the landing page, which the server renders. If the server has just answered `/` with this
 * application (the session ended meanwhile), loading it again could loop.
 */
export function SignedOutHome() {
  const elsewhere = openedAt !== '/';
  useEffect(() => {
    if (elsewhere) window.location.replace('/');
  }, [elsewhere]);
  return elsewhere ? <Loading page /> : <Navigate to="/login" replace />;
}
