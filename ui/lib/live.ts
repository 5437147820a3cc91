import { accountCalls } from '@perktree/contracts/account/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { newLogin } from './asked.ts';
import { useAuth } from './auth.tsx';
import { savedAccount } from './device-copy.ts';
import { refreshOnChanges } from './live-changes.ts';
import { openLiveStream } from './live-stream.ts';
import { rememberPosition } from './public/position.ts';

/**
 * Keeps shown data fresh while signed in, and reloads the page when another tab has signed out or signed in as another
 * user: screens, forms and the cache belong to the user that the page was loaded for. Render it once.
 */
export function LiveUpdates(): null {
  const client = useQueryClient();
  const { user, role } = useAuth();
  const userId = user?.id;
  useEffect(() => {
    if (userId === undefined || role === null) return;
    const changes = refreshOnChanges(client);
    let closeStream = () => {};
    const open = () => {
      closeStream();
      closeStream = openLiveStream({
        onInvalidate: (message) => {
          // From now on, reads must include this change.
          rememberPosition(message.position);
          changes.take(message);
        },
        // A server of an earlier version names no user.
        onReady: (id) => id !== undefined && id !== userId && location.reload(),
        onRefused: askIfSignedOut,
        // The same user may have signed in again: only a new connection tells.
        onSignedOut: open,
      });
    };
    // Another tab has saved its user (device-copy.ts).
    const onStorage = () => {
      const saved = savedAccount();
      if (saved !== null && saved.user.id !== userId) open();
    };
    open();
    addEventListener('storage', onStorage);
    return () => {
      removeEventListener('storage', onStorage);
      closeStream();
      changes.close();
    };
  }, [client, userId, role]);
  return null;
}

let isAsked = false;

/**
 * The session has ended: asks for a new login over the page, once until it is answered. After a logout in another tab, which has
 * forgotten the account, the page is reloaded. Reads the role, because reading the user would count as use of the session
 * (identity/session-store.ts).
 */
async function askIfSignedOut(): Promise<void> {
  // Not by callApi: a short interruption of the network must not show the offline notice.
  const answer = await fetch(accountCalls.userRole.path).catch(() => null);
  if (answer?.status !== 401 || isAsked) return;
  if (savedAccount() === null) return location.reload();
  isAsked = true;
  // A reader who cancels sees what they have typed, and is asked by their next action.
  if (await newLogin.ask()) isAsked = false;
}
