/**
 * The service worker, which lets the application open offline. It caches the files of this build and one HTML page.
 * It never caches API answers and never repeats a request. Pages come from the network when online.
 */

/** Set by the build (vite.worker.config.ts): files to cache, and a name that changes with their contents. */
declare const SHELL_FILES: readonly string[];
declare const BUILD: string;

/** The used parts only: TypeScript cannot load the types of service workers and pages together. */
interface WorkerScope {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown> & LifeEvent) => void): void;
}
interface LifeEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface FetchEvent extends LifeEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

const worker = self as unknown as WorkerScope;
const PREFIX = 'perktree-';
const CACHE = PREFIX + BUILD;
/** A page that the server answers with the application for every visitor. */
const SHELL_PAGE = '/mobile-scanner';
/** Messages of a page: activate the new version now; fetch the page that is cached again, because its brand has changed. */
const [TAKE_OVER, RENEW_PAGE] = ['take-over', 'renew-page'];

worker.addEventListener('install', (event) => event.waitUntil(keepShell()));
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()));
worker.addEventListener('message', (event) => {
  if (event.data === TAKE_OVER) void worker.skipWaiting();
  // Without a network the page before stays.
  if (event.data === RENEW_PAGE) event.waitUntil(keepPage().catch(() => {}));
});
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return;
  // Browsers abort icon requests on navigation, and a failed answer of the worker would log an error in the console.
  if (request.destination === 'image') return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  // Others are left to the browser: while a worker waits for a file, no newer version can take over.
  else if (SHELL_FILES.includes(url.pathname)) event.respondWith(file(request));
});

/** Caches all files or none: if one is missing, this version is not installed and the previous one stays. */
async function keepShell(): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all([keepPage(), cache.addAll([...SHELL_FILES])]);
}

/** Caches the page with the brand that a customer of this device sees. `shell` renders nothing else of an account. */
async function keepPage(): Promise<void> {
  const shell = await fetch(`${SHELL_PAGE}?shell`, { cache: 'no-store' });
  if (!shell.ok) throw new Error(`${SHELL_PAGE} answered ${shell.status}`);
  await (await caches.open(CACHE)).put(SHELL_PAGE, shell);
}

/** Runs on activation, when no page of an older version is open. */
async function takeOver(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** How long a page may take before the cached application opens, milliseconds. */
const PAGE_MS = 10_000;

/** Returns the network's answer with any status; when offline, or without an answer in time, the cached application. */
async function page(request: Request): Promise<Response> {
  const answer = fetch(request);
  try {
    // Logging out is no page, and not done until it is answered.
    if (new URL(request.url).pathname.startsWith('/api/')) return await answer;
    const late = new Promise<never>((_, reject) => setTimeout(reject, PAGE_MS));
    return await Promise.race([answer, late]);
  } catch {
    return (await kept(SHELL_PAGE)) ?? answer;
  }
}

/** File names contain content hashes, so cached files are never stale. */
const file = async (request: Request): Promise<Response> => (await kept(request)) ?? fetch(request);

const kept = async (what: Request | string): Promise<Response | undefined> =>
  (await caches.open(CACHE)).match(what, { ignoreVary: true });
