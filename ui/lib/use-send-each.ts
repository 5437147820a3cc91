import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, errorText } from './api-error.ts';
import { isDecided } from './public/send-once.ts';

export type SentState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly reason: string }
  /** No answer says whether it was carried out. Its key stays, so that it is not carried out twice. */
  | { readonly kind: 'unknown' };

const WAITING: SentState = { kind: 'waiting' };
/** Status codes that stop the run, because the next item would fail as well: unreachable, signed out, over the plan, rate limited. */
const STOPPING = new Set([0, 401, 402, 429]);

/** Below 500 the server says that it did nothing. */
function stateAfter(error: unknown): SentState {
  const isRefused =
    error instanceof ApiError && error.status >= 400 && error.status < 500 && error.code !== 'IDEMPOTENCY_KEY_IN_USE';
  return isRefused ? { kind: 'refused', reason: errorText(error) } : { kind: 'unknown' };
}

/**
 * Sends one command for each item, one after another, until the component is gone. Running it again sends the items that are not done.
 * @param keyOf the Idempotency-Key of an item. The server keeps a refusal with its key, so the key has to differ by `attempt`: the
 * number of refusals so far.
 * @param settleMs pause after which a run sends items with an unknown outcome again. Left out: the next run does.
 */
export function useSendEach<Item>(
  items: readonly Item[],
  options: {
    readonly idOf: (item: Item) => string | number;
    readonly keyOf: (item: Item, attempt: number) => string;
    readonly settleMs?: number;
  },
) {
  const { idOf, keyOf, settleMs } = options;
  const latest = useRef<ReadonlyMap<string | number, SentState>>(new Map());
  const [states, setStates] = useState(latest.current);
  const [isRunning, setIsRunning] = useState(false);
  const refusals = useRef(new Map<string | number, number>());
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const isKind = (kind: SentState['kind']) => (item: Item) => (states.get(idOf(item)) ?? WAITING).kind === kind;

  const run = useCallback(
    async (send: (item: Item, idempotencyKey: string) => Promise<unknown>): Promise<boolean> => {
      const kindOf = (item: Item) => (latest.current.get(idOf(item)) ?? WAITING).kind;
      const sendOne = async (item: Item): Promise<boolean> => {
        const id = idOf(item);
        const attempt = refusals.current.get(id) ?? 0;
        const setState = (state: SentState) => {
          latest.current = new Map(latest.current).set(id, state);
          setStates(latest.current);
        };
        try {
          await send(item, keyOf(item, attempt));
          setState({ kind: 'done' });
          return true;
        } catch (error) {
          setState(stateAfter(error));
          if (isDecided(error)) refusals.current.set(id, attempt + 1);
          return !(error instanceof ApiError && STOPPING.has(error.status));
        }
      };
      setIsRunning(true);
      let due = items.filter((item) => kindOf(item) !== 'done');
      while (due.length > 0) {
        for (const item of due) {
          if (!isShown.current || !(await sendOne(item))) break;
        }
        const isUnsettled = items.some((item) => kindOf(item) === 'unknown');
        if (settleMs === undefined || !isUnsettled) break;
        await new Promise((resolve) => setTimeout(resolve, settleMs));
        if (!isShown.current) break;
        due = items.filter((item) => kindOf(item) === 'unknown' || kindOf(item) === 'waiting');
      }
      setIsRunning(false);
      return items.every((item) => kindOf(item) === 'done');
    },
    [items, idOf, keyOf, settleMs],
  );

  return {
    run,
    isRunning,
    stateOf: (item: Item): SentState => states.get(idOf(item)) ?? WAITING,
    done: items.filter(isKind('done')).length,
    hasRun: states.size > 0,
  };
}
