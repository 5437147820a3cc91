import { accountCalls } from '@perktree/contracts/http/accounts';
import type { LiveMessage } from '@perktree/contracts/http/live';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAuth } from './auth.tsx';
import { openLiveStream } from './live-stream.ts';
import { rememberPosition } from './plain/position.ts';
import { queryKeyOf } from './query-client.ts';

/** Reads anew what has changed: at once what is shown, the rest when it is shown next. None of it older than the change. */
export function applyLiveMessage(client: QueryClient, { position, keys }: LiveMessage): void {
  rememberPosition(position);
  for (const queryKey of keys) void client.invalidateQueries({ queryKey });
}

/** Keeps everything that is shown fresh while somebody is signed in. To be rendered once. */
export function LiveUpdates(): null {
  const client = useQueryClient();
  const { user, role } = useAuth();
  const reader = user === null ? null : `${user.id} as ${role}`;
  useEffect(() => {
    if (reader === null) return;
    return openLiveStream({
      onInvalidate: (message) => applyLiveMessage(client, message),
      // Forgotten, not only read anew: what was known before would stand for somebody who is signed in.
      onSignedOut: () => void client.resetQueries({ queryKey: queryKeyOf(accountCalls.user) }),
    });
  }, [client, reader]);
  return null;
}
