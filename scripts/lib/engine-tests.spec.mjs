import { describe, expect, it } from 'vitest';
import { testEngines } from './engine-tests.mjs';

async function run(options) {
  const printed = [];
  const runs = [];
  let stopped = 0;
  const container = { url: 'esdb://127.0.0.1:1?tls=false', image: 'eventstore/eventstore:23', stop: () => stopped++ };
  const passed = await testEngines({
    environment: {},
    startContainer: async () => container,
    print: (text) => printed.push(text),
    ...options,
    runSpecs: async (specs, settings) => {
      runs.push({ specs, settings });
      return (options.runSpecs ?? (() => ({ passed: true })))(specs, settings);
    },
  });
  return { passed, runs, stopped, summary: printed.at(-1).trim().split('\n') };
}
const isReal = ([spec]) => spec.includes('real-server');

describe('the tests of the engines', () => {
  it('report the server of each engine and stop the container', async () => {
    const { passed, stopped, summary } = await run({});
    expect({ passed, stopped }).toEqual({ passed: true, stopped: 1 });
    expect(summary).toEqual([
      'Postgres, embedded: passed',
      expect.stringMatching(/^Postgres server: skipped; set DATABASE_URL/),
      'EventStoreDB, a double of its protocol: passed',
      'EventStoreDB in a container of eventstore/eventstore:23: passed',
    ]);
  });

  it('name tests that do not apply, with the reason', async () => {
    const why = 'faults need to see the bytes';
    const { summary, passed } = await run({
      environment: { EVENT_STORE_URL: 'esdb://a:2113,b:2113' },
      runSpecs: (specs) => ({ passed: true, skipped: isReal(specs) ? [why, why, 'another reason'] : [] }),
    });
    expect(passed).toBe(true);
    expect(summary.at(-1)).toBe(
      `EventStoreDB at EVENT_STORE_URL: passed; 2 tests skipped: ${why}; 1 test skipped: another reason`,
    );
  });

  it('stop the container and print the summary where a run fails or cannot begin', async () => {
    const failing = await run({ runSpecs: (specs) => ({ passed: !isReal(specs) }) });
    expect(failing).toMatchObject({ passed: false, stopped: 1 });
    expect(failing.summary.at(-1)).toMatch(/FAILED$/);
    const throwing = await run({
      runSpecs: (specs) => {
        if (isReal(specs)) throw new Error('no memory');
        return { passed: true };
      },
    });
    expect(throwing).toMatchObject({ passed: false, stopped: 1 });
    expect(throwing.summary.at(-1)).toMatch(/FAILED: no memory$/);
    const none = await run({ startContainer: async () => Promise.reject(new Error('docker hangs')) });
    expect(none).toMatchObject({
      passed: false,
      summary: expect.arrayContaining([expect.stringMatching(/docker hangs$/)]),
    });
  });

  it('run nothing more once they are stopped', async () => {
    let isStopped = false;
    const { runs, passed, stopped, summary } = await run({
      isStopped: () => isStopped,
      runSpecs: () => {
        isStopped = true;
        return { passed: true };
      },
    });
    expect(runs).toHaveLength(1);
    expect({ passed, stopped }).toEqual({ passed: false, stopped: 1 });
    expect(summary.at(-1)).toMatch(/not run, as the tests were stopped$/);
  });
});
