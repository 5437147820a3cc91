import { calls } from '@perktree/contracts/catalogue/calls';
import type { FileAnswer } from '@perktree/contracts/kernel/file-calls';
import { LOOK_MS } from '../../lib/long-call.ts';
import { useApi } from '../../lib/use-api.ts';

const isRunning = ({ status }: FileAnswer) => status === 'running';

/** The user's files. Polls every second while one is being made, because live updates may be interrupted. */
export function useFiles() {
  return useApi(
    calls.listFiles,
    {},
    { staleTime: 0, refetchInterval: ({ state }) => (state.data?.some(isRunning) ? LOOK_MS : false) },
  );
}

/** A file of the user. */
export function useFile(fileId: string) {
  return useApi(
    calls.file,
    { params: { fileId } },
    { staleTime: 0, refetchInterval: ({ state }) => (state.data && !isRunning(state.data) ? false : LOOK_MS) },
  );
}
