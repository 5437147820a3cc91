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
  constructor(
    public active: Worker | null,
    public waiting: Worker | null,
    public installing: Worker | null = null,
  ) {
    super();
  }
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
  return { take: () => offers[0]?.(), offers, serviceWorker, reload };
}
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('offers no update on the first visit, even if the first version already controls the page', () => {
  const first = new Worker();
  const registration = new Registration(null, null, first);
  const { offers } = follow(registration);
  registration.installing = null;
  // When `installed` is reported to the page, a fast browser has activated it already.
  registration.active = first;
  first.become('installed');
  first.become('activated');
  expect(offers).toEqual([]);
});

it('offers a waiting version, activates it and reloads then; at once if another window has activated it', () => {
  const waiting = new Worker();
  const { take, serviceWorker, reload } = follow(new Registration(new Worker(), waiting));
  take();
  expect(waiting.postMessage).toHaveBeenCalledWith('take-over');
  expect(reload).not.toHaveBeenCalled();
  serviceWorker.dispatchEvent(new Event('controllerchange'));
  expect(reload).toHaveBeenCalledOnce();
  const next = new Worker();
  const again = follow(new Registration(new Worker(), next));
  next.become('activated');
  again.take();
  expect(again.reload).toHaveBeenCalledOnce();
});

it('reloads after three seconds if the browser delays the activation', () => {
  const { take, reload } = follow(new Registration(new Worker(), new Worker()));
  take();
  vi.advanceTimersByTime(2_999);
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(reload).toHaveBeenCalledOnce();
});

it('lets the worker cache the page again when its brand changes', async () => {
  const kept = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  };
  vi.stubGlobal('window', { localStorage });
  const active = new Worker();
  const ready = Promise.resolve({ active } as unknown as ServiceWorkerRegistration);
  for (const brand of ['PerkTree', 'PerkTree', 'Luna & Sol', 'Luna & Sol']) await keepBrand({ ready }, brand);
  expect(active.postMessage.mock.calls).toEqual([['renew-page'], ['renew-page']]);
});
