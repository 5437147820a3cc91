/**
 * The service worker: with it the application opens without a network. It keeps the files of this build and one HTML page
 * (the application's), and nothing else: no answer of the API is ever kept, and nothing is sent a second time. Pages
 * come from the network as long as there is one.
 */

/** Filled in by the build (vite.worker.config.ts): the files to keep, and a name that changes with any of them. */
declare const SHELL_FILES: readonly string[];
declare const BUILD: string;

/** As far as it is used here: the types of service workers and of pages cannot be loaded together. */
interface WorkerScope {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
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
/** A page that the server answers with the application, whoever asks. */
const SHELL_PAGE = '/mobile-scanner';
const ASSETS = '/assets/';
/** Sent by a page whose reader wants the new version now. */
const TAKE_OVER = 'take-over';

worker.addEventListener('install', (event) => event.waitUntil(keepShell()));
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()));
worker.addEventListener('message', ({ data }) => {
  if (data === TAKE_OVER) void worker.skipWaiting();
});
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return;
  // Icons are the browser's own: a navigation gives them up, and a worker's answer that fails is an error in the console.
  if (request.destination === 'image') return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (url.pathname.startsWith(ASSETS)) event.respondWith(asset(event));
});

/** All of it or none: where a file is missing, this version is not installed and the one before goes on. */
async function keepShell(): Promise<void> {
  const cache = await caches.open(CACHE);
  // Without cookies, so that what is kept is nobody's.
  // `shell`: of no reader, signed in or not.
  const shell = await fetch(`${SHELL_PAGE}?shell`, { credentials: 'omit', cache: 'no-store' });
  if (!shell.ok) throw new Error(`${SHELL_PAGE} answered ${shell.status}`);
  await Promise.all([cache.put(SHELL_PAGE, shell), cache.addAll([...SHELL_FILES])]);
}

/** From here on no page of an older version is open. */
async function takeOver(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** The network's page, whatever it says; without a network the application, which says so. */
async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const shell = await kept(SHELL_PAGE);
    if (shell === undefined) throw error;
    return shell;
  }
}

/** Files have their content's hash in their names, so one that is kept is never out of date. */
async function asset(event: FetchEvent): Promise<Response> {
  const known = await kept(event.request);
  if (known !== undefined) return known;
  const answer = await fetch(event.request);
  if (answer.ok) {
    const copy = answer.clone();
    // A full disk only means that it is fetched again the next time.
    event.waitUntil(caches.open(CACHE).then((cache) => cache.put(event.request, copy).catch(() => undefined)));
  }
  return answer;
}

const kept = async (what: Request | string): Promise<Response | undefined> =>
  (await caches.open(CACHE)).match(what, { ignoreVary: true });
