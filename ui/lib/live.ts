import { accountCalls } from '@perktree/contracts/http/accounts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAuth } from './auth.tsx';
import { refreshOnChanges } from './live-changes.ts';
import { openLiveStream } from './live-stream.ts';
import { rememberPosition } from './public/position.ts';
import { queryKeyOf } from './query-client.ts';

/** Keeps shown data fresh while signed in. Render it once. */
export function LiveUpdates(): null {
  const client = useQueryClient();
  const { user, role } = useAuth();
  const reader = user === null ? null : `${user.id} as ${role}`;
  useEffect(() => {
    if (reader === null) return;
    const changes = refreshOnChanges(client);
    const closeStream = openLiveStream({
      onInvalidate: (message) => {
        // From now on, reads must include this change.
        rememberPosition(message.position);
        changes.take(message);
      },
      // Reset instead of refetching: cached data would look as if the user were still signed in.
      onSignedOut: () => void client.resetQueries({ queryKey: queryKeyOf(accountCalls.user) }),
    });
    return () => {
      closeStream();
      changes.close();
    };
  }, [client, reader]);
  return null;
}
