/** What worker.ts listens for. */
const TAKE_OVER = 'take-over';
/** An open page looks this often for a new version, when it is looked at again. */
const LOOK_EVERY_MS = 60 * 60 * 1000;

/**
 * Installs the service worker, or finds the one there is, where the browser has such. Once a newer version lies ready,
 * calls back with what puts it in place and reloads the page; until then the page goes on with its own files.
 * @returns stops it
 */
export function installWorker(onNewVersion: (reload: () => void) => void): () => void {
  // Development has no worker: its files are none of a build.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return () => undefined;
  const stop = new AbortController();
  // A browser that forbids it (private windows) shows the same pages, with a network.
  void follow(onNewVersion, stop.signal).catch(() => undefined);
  return () => stop.abort();
}

async function follow(onNewVersion: (reload: () => void) => void, signal: AbortSignal): Promise<void> {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register('/sw.js');
  const offer = (waiting: ServiceWorker) => {
    // The very first version takes no other's place.
    if (signal.aborted || serviceWorker.controller === null) return;
    onNewVersion(() => {
      serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
      waiting.postMessage(TAKE_OVER);
    });
  };
  if (registration.waiting) offer(registration.waiting);
  const watch = () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => installing.state === 'installed' && offer(installing), {
      signal,
    });
  };
  watch();
  registration.addEventListener('updatefound', watch, { signal });
  let lookedAt = Date.now();
  const look = () => {
    if (document.hidden || Date.now() - lookedAt < LOOK_EVERY_MS) return;
    lookedAt = Date.now();
    void registration.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', look, { signal });
}
