/** More than the 35 s of the gateway, so that its answer comes first. */
const ANSWER_MS = 40_000;
/** An answer has begun: a large file takes minutes over a slow connection. */
const BODY_MS = 300_000;
/** How long the server may take to answer whether it is there. */
export const CHECK_MS = 10_000;

/**
 * `fetch` that ends without an answer. `AbortSignal.any` is newer than some browsers that open the public pages.
 * @param answerMs how long the answer may take to begin, milliseconds
 * @throws TypeError as for a lost connection, also while the body is read
 */
export async function fetchInTime(url: string, init: RequestInit = {}, answerMs = ANSWER_MS): Promise<Response> {
  const limit = new AbortController();
  const { signal } = init;
  signal?.throwIfAborted();
  signal?.addEventListener('abort', () => limit.abort(signal.reason));
  const end = () => limit.abort(new TypeError('no answer in time'));
  const timer = setTimeout(end, answerMs);
  try {
    const response = await fetch(url, { ...init, signal: limit.signal });
    setTimeout(end, BODY_MS);
    return response;
  } finally {
    clearTimeout(timer);
  }
}

/** How long a page waits for texts and rules that it can do without, milliseconds. */
const EXTRA_MS = 3_000;

/** A file that a page can do without: null if it cannot be loaded, or not in time. */
export const inTimeOrNull = <File>(loading: Promise<File>): Promise<File | null> =>
  Promise.race([
    loading.catch(() => null),
    new Promise<null>((resolve) => {
      setTimeout(resolve, EXTRA_MS, null);
    }),
  ]);

/** Whether the server answers, with any status. */
export const isServerThere = (): Promise<boolean> =>
  fetchInTime('/healthz', { cache: 'no-store' }, CHECK_MS).then(
    () => true,
    () => false,
  );
