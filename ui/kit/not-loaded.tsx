import type { LoadedList } from '../lib/use-api.ts';
import { ErrorNotice } from './error-notice.tsx';
import { Loading } from './loading.tsx';

/** In place of a list whose first page has not loaded: why, or a spinner. */
export function NotLoaded({ list }: { list: Pick<LoadedList<unknown>, 'error' | 'retry'> }) {
  return list.error ? <ErrorNotice error={list.error} onRetry={list.retry} /> : <Loading />;
}
