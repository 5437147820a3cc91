import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useAuth } from './auth.tsx';

/** Much shorter than a session's idle timeout. */
const PING_INTERVAL_MS = 30 * 60_000;

/** Reports navigation to the server, because background reads do not count as use of a session. */
export function useActivityPing(): void {
  const { pathname } = useLocation();
  const { user, refresh } = useAuth();
  const lastPing = useRef({ at: Date.now(), pathname });
  useEffect(() => {
    const { at, pathname: before } = lastPing.current;
    const isDue = user !== null && pathname !== before && Date.now() - at >= PING_INTERVAL_MS;
    lastPing.current = { at: isDue ? Date.now() : at, pathname };
    if (isDue) void refresh();
  }, [pathname, user, refresh]);
}
