import type { Call } from '@perktree/contracts/kernel/call';
import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { failureToast, useToast } from './toast.tsx';
import type { Toast } from './toast-store.ts';
import { queryKeyOf } from './use-api.ts';

/** What a screen shows and reads again after a command. */
export interface Outcome<Answer, Given = void> {
  /** The toast of success. Left out or null: none. */
  readonly done?: (answer: Answer, given: Given) => Toast | null;
  /** Title of the toast of a failure. Left out: none. */
  readonly failed?: string | ((given: Given) => string);
  /** Reads whose answers the command changes, or the beginning of their keys. */
  readonly changes?: readonly (Call | QueryKey)[];
}

export function useOutcome<Answer, Given>({ done, failed, changes = [] }: Outcome<Answer, Given>) {
  const toast = useToast();
  const client = useQueryClient();
  return {
    onSuccess(answer: Answer, given: Given): void {
      const shown = done?.(answer, given);
      if (shown) toast(shown);
      for (const changed of changes)
        void client.invalidateQueries({ queryKey: 'path' in changed ? queryKeyOf(changed) : changed });
    },
    onError(error: Error, given: Given): void {
      if (failed !== undefined) failureToast(toast, typeof failed === 'string' ? failed : failed(given))(error);
    },
  };
}

/** Sends a command, and shows its outcome. @param props.onEnd called after success and failure; pending until it resolves */
export function useCommand<Answer, Given = void>(
  props: Outcome<Answer, Given> & {
    readonly send: (given: Given) => Promise<Answer>;
    readonly onDone?: (answer: Answer, given: Given) => void;
    readonly onEnd?: () => unknown;
  },
): UseMutationResult<Answer, Error, Given> {
  const outcome = useOutcome(props);
  return useMutation<Answer, Error, Given>({
    mutationFn: props.send,
    onSuccess: (answer, given) => {
      props.onDone?.(answer, given);
      outcome.onSuccess(answer, given);
    },
    onError: outcome.onError,
    onSettled: () => props.onEnd?.(),
  });
}
