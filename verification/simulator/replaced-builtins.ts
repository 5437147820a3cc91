import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import type { ManualTimers } from '@perktree/platform/time/testing/manual-timers';
import type { EndTimer } from '@perktree/platform/time/timers';
import type { Dice } from '../trust/dice.ts';

type Open = Record<string, unknown>;

/**
 * Replaces Node's clock, timers and random numbers by simulated ones, for all code of this thread.
 * @returns restores the real ones
 */
export function replaceBuiltins(time: ManualTimers, dice: Dice): () => void {
  const undo = [
    replace(globalThis as unknown as Open, { Date: dateOf(time), ...timersOn(time) }),
    replace(performance as unknown as Open, { now: () => time.monotonic() }),
    replace(Math as unknown as Open, { random: () => dice.next() }),
    replace(timersPromises as unknown as Open, promisesOn(time)),
    replace(crypto as unknown as Open, randomnessOf(dice)),
  ];
  syncBuiltinESMExports();
  return () => {
    for (const back of undo) back();
    syncBuiltinESMExports();
  };
}

function replace(object: Open, parts: Open): () => void {
  const real = Object.entries(parts).map(([name]) => [name, Object.getOwnPropertyDescriptor(object, name)] as const);
  for (const [name, value] of Object.entries(parts)) {
    Object.defineProperty(object, name, { value, writable: true, configurable: true, enumerable: true });
  }
  return () => {
    for (const [name, descriptor] of real) {
      if (descriptor) Object.defineProperty(object, name, descriptor);
      else delete object[name];
    }
  };
}

function dateOf(time: ManualTimers): DateConstructor {
  const { now } = time;
  return new Proxy(Date, {
    construct: (real, given) => Reflect.construct(real, given.length === 0 ? [now()] : given),
    get: (real, name) => (name === 'now' ? now : Reflect.get(real, name)),
  });
}

function timersOn(time: ManualTimers) {
  const start = (work: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
    const after = () => time.after(ms, () => work(...given));
    const handle = {
      end: after(),
      ref: () => handle,
      unref: () => handle,
      hasRef: () => true,
      refresh() {
        handle.end();
        handle.end = after();
        return handle;
      },
    };
    return handle;
  };
  const stop = (given: { readonly end: EndTimer } | undefined) => given?.end?.();
  return {
    setTimeout: start,
    setImmediate: (work: () => void, ...given: unknown[]) => start(work, 0, ...given),
    clearTimeout: stop,
    clearImmediate: stop,
  };
}

function promisesOn(time: ManualTimers) {
  type Options = { readonly signal?: AbortSignal } | undefined;
  const sleep = <T>(ms = 0, value?: T, options?: Options) =>
    new Promise<T | undefined>((done, fail) => {
      const { signal } = options ?? {};
      if (signal?.aborted) return fail(signal.reason);
      const onAbort = () => {
        end();
        fail(signal?.reason);
      };
      const end = time.after(ms, () => {
        signal?.removeEventListener('abort', onAbort);
        done(value);
      });
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  return { setTimeout: sleep, setImmediate: <T>(value?: T, options?: Options) => sleep(0, value, options) };
}

function randomnessOf(dice: Dice) {
  const bytes = (size: number) => Buffer.from(Array.from({ length: size }, () => dice.int(256)));
  return {
    randomBytes: bytes,
    randomInt: (least: number, end?: number) => (end === undefined ? dice.int(least) : least + dice.int(end - least)),
    randomUUID: () => {
      const hex = bytes(16).toString('hex');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
  };
}
