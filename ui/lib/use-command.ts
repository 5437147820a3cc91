import type { Call } from '@perktree/contracts/kernel/call';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { queryKeyOf } from './query-client.ts';
import { failureToast, useToast } from './toast.tsx';
import type { Toast } from './toast-store.ts';

/** Sends a command. A toast says that it is done, or that it has failed and why. */
export function useCommand<Answer, Given = void>(props: {
  readonly send: (given: Given) => Promise<Answer>;
  readonly done: (answer: Answer, given: Given) => Toast;
  /** Title of the toast of a failure. */
  readonly failed: string;
  /** Reads whose answers the command changes. */
  readonly changes?: readonly Call[];
  readonly onDone?: (answer: Answer, given: Given) => void;
}): UseMutationResult<Answer, Error, Given> {
  const toast = useToast();
  const client = useQueryClient();
  return useMutation<Answer, Error, Given>({
    mutationFn: props.send,
    onSuccess: (answer, given) => {
      props.onDone?.(answer, given);
      toast(props.done(answer, given));
      for (const call of props.changes ?? []) void client.invalidateQueries({ queryKey: queryKeyOf(call) });
    },
    onError: failureToast(toast, props.failed),
  });
}
