import { calls } from '@perktree/contracts/http/calls';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useRefreshQrs } from '../../components/qr-dialogs/use-qr-tree.ts';
import { callApi } from '../../lib/api.ts';
import { ApiError, errorText } from '../../lib/api-error.ts';
import { isDecided } from '../../lib/public/send-once.ts';
import type { QrBody } from './check-row.ts';
import { rowKey } from './row-key.ts';

export interface BulkItem {
  /** Row number in the file. */
  readonly number: number;
  readonly body: QrBody;
}

export type ItemState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'made' }
  | { readonly kind: 'refused'; readonly reason: string }
  /** No answer says whether it was made. Its key stays, so that it is not made twice. */
  | { readonly kind: 'unknown' };

/** Below 500 the server says that it made nothing. */
function stateAfter(error: unknown): ItemState {
  const isRefused =
    error instanceof ApiError && error.status >= 400 && error.status < 500 && error.code !== 'IDEMPOTENCY_KEY_IN_USE';
  return isRefused ? { kind: 'refused', reason: errorText(error) } : { kind: 'unknown' };
}

const WAITING: ItemState = { kind: 'waiting' };
/** Status codes that stop the run, because the next row would fail as well: unreachable, signed out, rate limited. */
const STOPPING = new Set([0, 401, 429]);

/**
 * Creates the QR codes of a file one by one, until the file is no longer shown. Running it again retries the rows that were not
 * created.
 */
export function useBulkCreate(siteId: string, file: string, items: readonly BulkItem[]) {
  const refresh = useRefreshQrs();
  const [states, setStates] = useState<ReadonlyMap<number, ItemState>>(new Map());
  const [isRunning, setIsRunning] = useState(false);
  const refusals = useRef(new Map<number, number>());
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const stateOf = (number: number) => states.get(number) ?? WAITING;

  const run = useCallback(async () => {
    const isDue = (number: number) => isShown.current && states.get(number)?.kind !== 'made';
    setIsRunning(true);
    for (const { number, body } of items) {
      if (!isDue(number)) continue;
      const attempt = refusals.current.get(number) ?? 0;
      const setState = (state: ItemState) => setStates((before) => new Map(before).set(number, state));
      try {
        await callApi(
          calls.createQr,
          { params: { siteId }, body },
          { idempotencyKey: rowKey(file, siteId, number, attempt) },
        );
        setState({ kind: 'made' });
      } catch (error) {
        setState(stateAfter(error));
        if (isDecided(error)) refusals.current.set(number, attempt + 1);
        if (error instanceof ApiError && STOPPING.has(error.status)) break;
      }
    }
    setIsRunning(false);
    await refresh(siteId);
  }, [items, states, siteId, file, refresh]);

  const made = items.filter(({ number }) => stateOf(number).kind === 'made').length;
  return { run, isRunning, stateOf, made, hasRun: states.size > 0 };
}
