import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useAuth } from './auth.tsx';

/** Much less than a session may lie idle. */
const EVERY_MS = 30 * 60_000;

/** Tells the server now and then that somebody opens screens: what a page reads by itself is no use of a session. */
export function useStillHere(): void {
  const { pathname } = useLocation();
  const { user, refresh } = useAuth();
  const told = useRef({ at: Date.now(), pathname });
  useEffect(() => {
    const { at, pathname: before } = told.current;
    const isDue = user !== null && pathname !== before && Date.now() - at >= EVERY_MS;
    told.current = { at: isDue ? Date.now() : at, pathname };
    if (isDue) void refresh();
  }, [pathname, user, refresh]);
}
