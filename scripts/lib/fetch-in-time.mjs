/**
 * `fetch` with a timeout. A peer that accepts a connection and sends nothing leaves a request open; without a timer Node
 * would end in the middle of an `await`.
 */
export async function fetchInTime(url, limitMs = 2_000) {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(new Error(`no answer from ${url} within ${limitMs} ms`)), limitMs);
  const late = new Promise((_, reject) => {
    over.signal.addEventListener('abort', () => reject(over.signal.reason));
  });
  try {
    return await Promise.race([fetch(url, { signal: over.signal }), late]);
  } finally {
    clearTimeout(timer);
  }
}
