import { Loading } from '../loading.tsx';
import { RunningFiles } from './requested-file.tsx';

/** While a long call is made: a spinner, and the files that are being made. */
export const LongLoading = () => (
  <>
    <RunningFiles />
    <Loading />
  </>
);
