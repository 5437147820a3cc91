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
  const { serviceWorker } = navigator;
  serviceWorker
    .register('/sw.js')
    .then((registration) => followVersions(registration, { serviceWorker, onNewVersion, signal: stop.signal }))
    // A browser that forbids it (private windows) shows the same pages, with a network.
    .catch((error: unknown) => console.info('This browser does not keep the application for use offline.', error));
  return () => stop.abort();
}

/** Offers each version that waits behind the one that is in use. */
export function followVersions(
  registration: ServiceWorkerRegistration,
  options: {
    readonly serviceWorker: ServiceWorkerContainer;
    readonly onNewVersion: (reload: () => void) => void;
    readonly signal: AbortSignal;
  },
): void {
  const { serviceWorker, onNewVersion, signal } = options;
  const offer = (worker: ServiceWorker) => {
    // The very first version waits behind none. It may control the page by the time that this is asked: it claims its clients.
    const isBehindAnother = registration.active !== null && registration.active !== worker;
    if (signal.aborted || registration.waiting !== worker || !isBehindAnother) return;
    onNewVersion(() => {
      const reload = () => location.reload();
      // Another window may have put it in place meanwhile.
      if (worker.state === 'activating' || worker.state === 'activated') return reload();
      serviceWorker.addEventListener('controllerchange', reload, { once: true });
      worker.postMessage(TAKE_OVER);
    });
  };
  if (registration.waiting) offer(registration.waiting);
  const watch = () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => offer(installing), { signal });
  };
  watch();
  registration.addEventListener('updatefound', watch, { signal });
  let lookedAt = Date.now();
  const look = () => {
    if (document.hidden || Date.now() - lookedAt < LOOK_EVERY_MS) return;
    lookedAt = Date.now();
    // Without a network there is none to find; it is looked for again later.
    void registration.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', look, { signal });
}
