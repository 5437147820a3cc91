import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followVersions, keepBrand } from './install-worker.ts';

class Worker extends EventTarget {
  state = 'installing';
  readonly postMessage = vi.fn();
  become(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class Registration extends EventTarget {
  active: Worker | null = null;
  waiting: Worker | null = null;
  installing: Worker | null = null;
}

function follow(registration: Registration) {
  vi.stubGlobal('document', new EventTarget());
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  const serviceWorker = new EventTarget();
  const offers: (() => void)[] = [];
  followVersions(registration as unknown as ServiceWorkerRegistration, {
    serviceWorker: serviceWorker as ServiceWorkerContainer,
    onNewVersion: (take) => offers.push(take),
    signal: new AbortController().signal,
  });
  return { offers, serviceWorker, reload };
}
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('offers no update on the first visit, even if the first version already controls the page', () => {
  const registration = new Registration();
  const first = new Worker();
  registration.installing = first;
  const { offers } = follow(registration);
  registration.installing = null;
  // When `installed` is reported to the page, a fast browser has activated it already.
  registration.active = first;
  first.become('installed');
  first.become('activated');
  expect(offers).toEqual([]);
});

it('offers a waiting version and activates it', () => {
  const registration = new Registration();
  registration.active = new Worker();
  registration.waiting = new Worker();
  const { offers, serviceWorker, reload } = follow(registration);
  offers[0]?.();
  expect(registration.waiting.postMessage).toHaveBeenCalledWith('take-over');
  expect(reload).not.toHaveBeenCalled();
  serviceWorker.dispatchEvent(new Event('controllerchange'));
  expect(reload).toHaveBeenCalledOnce();
});

it('reloads after three seconds if the browser delays the activation', () => {
  const registration = new Registration();
  registration.active = new Worker();
  registration.waiting = new Worker();
  const { offers, reload } = follow(registration);
  offers[0]?.();
  vi.advanceTimersByTime(2_999);
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(reload).toHaveBeenCalledOnce();
});

it('reloads at once if another window has activated it', () => {
  const registration = new Registration();
  registration.active = new Worker();
  const next = new Worker();
  registration.waiting = next;
  const { offers, reload } = follow(registration);
  next.become('activated');
  offers[0]?.();
  expect(reload).toHaveBeenCalledOnce();
});

it('lets the worker cache the page again when its brand changes', async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    },
  });
  const active = new Worker();
  const ready = Promise.resolve({ active } as unknown as ServiceWorkerRegistration);
  for (const brand of ['PerkTree', 'PerkTree', 'Luna & Sol', 'Luna & Sol']) await keepBrand({ ready }, brand);
  expect(active.postMessage.mock.calls).toEqual([['renew-page'], ['renew-page']]);
});
