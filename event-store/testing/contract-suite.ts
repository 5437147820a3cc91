import { afterEach, beforeEach, describe } from 'vitest';
import { describeAppending } from './contract/appending.ts';
import type { Abilities, Bench, StoreUnderTest } from './contract/bench.ts';
import { describeConcurrency } from './contract/concurrency.ts';
import { describeCondition } from './contract/condition.ts';
import { describeEffectiveTime } from './contract/effective-time.ts';
import { describeFaults } from './contract/faults.ts';
import { describeNews } from './contract/news.ts';
import { describeOthers } from './contract/others.ts';
import { describePayloads } from './contract/payloads.ts';
import { describeSubscribing } from './contract/subscribing.ts';

/** The promises of the port, as tests that every adapter passes. `abilities` selects the promises that the engine can keep. */
export function describeEventStoreContract(
  name: string,
  makeStore: () => Promise<StoreUnderTest>,
  { comparesReads = true, bringsOthers = true, hasFaults = true }: Partial<Abilities> = {},
): void {
  describe(`event store contract: ${name}`, () => {
    let current: StoreUnderTest;
    let over: AbortController;
    beforeEach(async () => {
      over = new AbortController();
      current = await makeStore();
    });
    afterEach(async () => {
      over.abort();
      await current?.cleanup();
    });
    const bench: Bench = {
      current: () => current,
      store: () => current.store,
      faults: () => {
        if (!current.faults) throw new Error(`${name} has no faults`);
        return current.faults;
      },
      signal: () => over.signal,
      comparesReads,
      bringsOthers,
      hasFaults,
    };
    describeAppending(bench);
    describePayloads(bench);
    describeSubscribing(bench);
    describeConcurrency(bench);
    describeCondition(bench);
    describeNews(bench);
    describeOthers(bench);
    describeEffectiveTime(bench);
    describeFaults(bench);
  });
}
