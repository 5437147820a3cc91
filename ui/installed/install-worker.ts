import { localStore } from '../lib/storage.ts';

/** Messages to worker.ts. */
const [TAKE_OVER, RENEW_PAGE] = ['take-over', 'renew-page'];
/** The brand of the page that the worker has cached. */
const KEPT_BRAND = 'kept-brand';
/** Minimum interval of update checks, made when an open page becomes visible. */
const CHECK_EVERY_MS = 60 * 60 * 1000;
/** Maximum wait for a new version: browsers delay it while the previous one waits for a page. */
const TAKE_OVER_WITHIN_MS = 3_000;

/**
 * Installs or finds the service worker. When a newer version is ready, calls back with a function that activates it
 * and reloads the page; until then the page keeps its own files.
 * @param brand of the application; left out: of a link page, whose brand is the one of its QR
 * @returns stops watching
 */
export function installWorker(onNewVersion: (reload: () => void) => void, brand?: string): () => void {
  // There is no worker in development.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return () => undefined;
  const stop = new AbortController();
  const { serviceWorker } = navigator;
  serviceWorker
    .register('/sw.js')
    .then((registration) => {
      followVersions(registration, { serviceWorker, onNewVersion, signal: stop.signal });
      if (brand !== undefined) void keepBrand(serviceWorker, brand);
    })
    // Private windows may forbid it; the pages then work online only.
    .catch((error: unknown) => console.info('This browser does not keep the application for use offline.', error));
  return () => stop.abort();
}

/** Lets the worker cache the page again where this one shows another brand, such as after a customer of another site signed in. */
export async function keepBrand(serviceWorker: Pick<ServiceWorkerContainer, 'ready'>, brand: string): Promise<void> {
  const { active } = await serviceWorker.ready;
  if (localStore.get(KEPT_BRAND) === brand) return;
  active?.postMessage(RENEW_PAGE);
  localStore.set(KEPT_BRAND, brand);
}

/** Offers each version that waits behind the active one. */
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
    // The first version has no predecessor, although it may control the page by now, because it claims its clients.
    const isBehindAnother = registration.active !== null && registration.active !== worker;
    if (signal.aborted || registration.waiting !== worker || !isBehindAnother) return;
    onNewVersion(() => {
      const reload = () => location.reload();
      // Another window may have activated it meanwhile.
      if (worker.state === 'activating' || worker.state === 'activated') return reload();
      serviceWorker.addEventListener('controllerchange', reload, { once: true });
      // Pages come from the network, so a reload shows the new version even under the previous worker.
      setTimeout(reload, TAKE_OVER_WITHIN_MS);
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
  let checkedAt = Date.now();
  const checkForUpdate = () => {
    if (document.hidden || Date.now() - checkedAt < CHECK_EVERY_MS) return;
    checkedAt = Date.now();
    // Offline; the next check tries again.
    void registration.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', checkForUpdate, { signal });
}
