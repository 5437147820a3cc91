import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import type { ManualTimers } from '@perktree/platform/time/testing/manual-timers';
import { systemTimers } from '@perktree/platform/time/timers';
import type { Dice } from '../trust/dice.ts';

type Open = Record<string, unknown>;

/**
 * Replaces Node's random numbers, which ids, tokens and pauses draw, and the clock that contexts of commands read, by simulated
 * ones, for all code of this thread. Timers are given.
 * @returns restores the real ones
 */
export function replaceBuiltins(time: ManualTimers, dice: Dice): () => void {
  const undo = [
    replace(systemTimers as unknown as Open, { now: time.now }),
    replace(Math as unknown as Open, { random: () => dice.next() }),
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
