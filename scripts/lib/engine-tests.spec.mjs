import { describe, expect, it } from 'vitest';
import { testEngines } from './engine-tests.mjs';

async function run(options) {
  const printed = [];
  const runs = [];
  const passed = await testEngines({
    environment: {},
    onContainers: async (runOn) => {
      await runOn('eventstore/eventstore:23 in a container', ['event-store/eventstoredb/real-server'], { URL: 'x' });
      return { skipped: ['postgres:15: skipped, as it cannot be had'], failures: options.failures ?? [] };
    },
    print: (text) => printed.push(text),
    ...options,
    runSpecs: async (specs, settings) => {
      runs.push({ specs, settings });
      return (options.runSpecs ?? (() => ({ passed: true })))(specs, settings);
    },
  });
  return { passed, runs, summary: printed.at(-1).trim().split('\n') };
}
const isReal = ([spec]) => spec.includes('real-server');

describe('the tests of the engines', () => {
  it('report the server of each engine, and those that are skipped', async () => {
    const { passed, summary } = await run({});
    expect(passed).toBe(true);
    expect(summary).toEqual([
      'Postgres, embedded: passed',
      expect.stringMatching(/^Postgres server: skipped; set DATABASE_URL/),
      'EventStoreDB, a double of its protocol: passed',
      expect.stringMatching(/^EventStoreDB, a server of yours: skipped; set EVENT_STORE_URL/),
      'eventstore/eventstore:23 in a container: passed',
      'postgres:15: skipped, as it cannot be had',
    ]);
  });

  it('name tests that do not apply, with the reason', async () => {
    const why = 'faults need to see the bytes';
    const { summary, passed } = await run({
      environment: { EVENT_STORE_URL: 'esdb://a:2113,b:2113' },
      runSpecs: (specs) => ({ passed: true, skipped: isReal(specs) ? [why, why, 'another reason'] : [] }),
    });
    expect(passed).toBe(true);
    expect(summary).toContain(
      `EventStoreDB at EVENT_STORE_URL: passed; 2 tests skipped: ${why}; 1 test skipped: another reason`,
    );
  });

  it('print the summary where a run fails or cannot begin', async () => {
    const failing = await run({ runSpecs: (specs) => ({ passed: !isReal(specs) }) });
    expect(failing.passed).toBe(false);
    expect(failing.summary.at(-2)).toMatch(/FAILED$/);
    const throwing = await run({
      runSpecs: (specs) => {
        if (isReal(specs)) throw new Error('no memory');
        return { passed: true };
      },
    });
    expect(throwing.passed).toBe(false);
    expect(throwing.summary.at(-2)).toMatch(/FAILED: no memory$/);
    const broken = await run({ failures: ['redis:7: FAILED: it ends'] });
    expect(broken).toMatchObject({ passed: false, summary: expect.arrayContaining(['redis:7: FAILED: it ends']) });
    const none = await run({ onContainers: async () => Promise.reject(new Error('docker hangs')) });
    expect(none).toMatchObject({
      passed: false,
      summary: expect.arrayContaining([expect.stringMatching(/docker hangs$/)]),
    });
  });

  it('run nothing more once they are stopped', async () => {
    let isStopped = false;
    const { runs, passed, summary } = await run({
      isStopped: () => isStopped,
      environment: { EVENT_STORE_URL: 'esdb://a:2113' },
      runSpecs: () => {
        isStopped = true;
        return { passed: true };
      },
    });
    expect(runs).toHaveLength(1);
    expect(passed).toBe(false);
    expect(summary.at(-1)).toMatch(/not run, as the tests were stopped$/);
  });
});
