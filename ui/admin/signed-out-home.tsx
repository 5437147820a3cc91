import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { Loading } from '../components/loading.tsx';

/** The path that the server answered with this application. */
const openedAt = window.location.pathname;

/**
 * `/` while signed out is the landing page, another document: it is loaded from the server. Where the server has just
 * answered `/` with this application (a session that ended meanwhile), loading it again could go on for ever.
 */
export function SignedOutHome() {
  const elsewhere = openedAt !== '/';
  useEffect(() => {
    if (elsewhere) window.location.replace('/');
  }, [elsewhere]);
  return elsewhere ? <Loading page /> : <Navigate to="/login" replace />;
}
