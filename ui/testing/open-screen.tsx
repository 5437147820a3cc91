import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { Language } from '@perktree/contracts/kernel/languages';
import i18next from 'i18next';
import type { ReactElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { App } from '../admin/app.tsx';
import { firstScreen } from '../admin/navigation.ts';
import { setReachable } from '../lib/connection.ts';
import { setLanguage, startI18n } from '../lib/i18n.ts';
import { createQueryClient } from '../lib/use-api.ts';
import { type FakeApi, fakeApi } from './fake-api.ts';
import { NOW } from './sample.ts';

export { NOW };

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };
export type Viewport = typeof PHONE;

/** The fake server of the running test. */
export let api: FakeApi;
/** Documents that the page opened instead of its own, such as the payment page: addresses in order. */
export const opened: string[] = [];
/** Texts that no catalogue has. */
const missingTexts: string[] = [];

/** Before the style sheets of the application, which win over those of the components: as in ui/admin/main.tsx. */
const styles = createCache({ key: 'css', prepend: true });
let started: Promise<void> | null = null;
let root: Root | null = null;
let pages = 0;
let toastsHeld: ReturnType<typeof setInterval> | undefined;
const home = location.href;

async function startTexts(): Promise<void> {
  await startI18n([]);
  i18next.options.saveMissing = true;
  // Without it, i18next keeps what was shown as if the catalogue had it, for all later tests of the browser.
  i18next.options.missingKeyHandler = () => {};
  i18next.on('missingKey', (_languages, namespace, key, shown) => {
    if (shown === key) missingTexts.push(`${namespace}:${key}`);
  });
}

/** Test pages stay in their document: the run lives in it. */
function stayHere(event: NavigateEvent): void {
  if (event.destination.sameDocument || event.navigationType === 'traverse') return;
  event.preventDefault();
  opened.push(event.destination.url.replace(location.origin, ''));
}

/** The time of a toast pauses in a window in the background: so an action that returns late still finds it. */
function holdToasts(): void {
  if (document.querySelector('.toast')) window.dispatchEvent(new Event('blur'));
}

/** Gives each test of a file a fake server, a fixed time and empty storage, and checks what every test must leave. */
export function prepareScreens(): void {
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
    localStorage.clear();
    sessionStorage.clear();
    setReachable(true);
    api = fakeApi();
    toastsHeld = setInterval(holdToasts, 100);
    // There is no build whose files a service worker could keep.
    vi.spyOn(navigator.serviceWorker, 'register').mockReturnValue(new Promise(() => {}));
    opened.length = 0;
    missingTexts.length = 0;
    navigation.addEventListener('navigate', stayHere);
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(`${location.pathname} shows:\n${document.body.innerText}`);
    clearInterval(toastsHeld);
    api.leave();
    leave();
    navigation.removeEventListener('navigate', stayHere);
    history.replaceState(null, '', home);
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    vi.useRealTimers();
    expect(api.faults).toEqual([]);
    expect(missingTexts, 'texts that no catalogue has').toEqual([]);
  });
}

function leave(): void {
  root?.unmount();
  root = null;
  document.body.replaceChildren();
}

/** Renders the application at a path. The answers of the account and of the screen must be given before. */
export async function openScreen(
  path: string,
  { viewport = DESKTOP, language = 'en' as Language } = {},
): Promise<void> {
  started ??= startTexts();
  await started;
  await setLanguage(language);
  const screen = firstScreen(path.replace(/[?#].*/, ''));
  await Promise.all([screen.load(), i18next.loadNamespaces([...screen.words])]);
  await showPage(
    path,
    viewport,
    <CacheProvider value={styles}>
      <App client={createQueryClient()} />
    </CacheProvider>,
  );
}

/** The open screen in another language or width, as for a person who chooses it or turns the device. */
export async function switchTo(to: { language?: Language; viewport?: Viewport | undefined }): Promise<void> {
  if (to.viewport) await page.viewport(to.viewport.width, to.viewport.height);
  if (to.language) await setLanguage(to.language);
}

/** Shows an element as the whole page at a path. */
export async function showPage(path: string, viewport: Viewport, element: ReactElement): Promise<void> {
  await page.viewport(viewport.width, viewport.height);
  pages += 1;
  // Its own key: the router would take one without a key for the page before, and scroll to its place.
  history.replaceState({ key: `page-${pages}`, idx: 0 }, '', path);
  leave();
  window.scrollTo({ top: 0, behavior: 'instant' });
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(element);
}

/** Waits until the screen shows its data: its heading, and no spinner. */
export const settled = () =>
  expect
    .poll(() => {
      const spinners = document.querySelectorAll('[role=progressbar]:not([aria-valuenow]), [data-loading]');
      return document.querySelector('h1') !== null && ![...spinners].some((one) => one.checkVisibility());
    })
    .toBe(true);

/** Time that passes only by `advance`, for the rest of the test: timers, those of toasts too, and the clock. @param withPerformance also `performance.now` */
export function manualTime({ withPerformance = false } = {}) {
  clearInterval(toastsHeld);
  const timers = ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const;
  vi.useFakeTimers({ now: NOW, toFake: [...timers, ...(withPerformance ? (['performance'] as const) : [])] });
  onTestFinished(() => void vi.useRealTimers());
  return { advance: (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds) };
}
