import { join } from 'node:path';
import { haproxyPath } from '@perktree/apps/services/gateway/haproxy';
import * as fc from 'fast-check';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEED as RUN_SEED } from '../chance/seed.ts';
import { collect } from '../kill-rig/collect.ts';
import { Load } from '../kill-rig/load/load.ts';
import { openShops } from '../kill-rig/load/shop.ts';
import { runInTurn, runRacing, type Step, type Tally } from '../model/run.ts';
import { runAll } from '../model/run-all.ts';
import { bursts, simplestBeginning, stepsInTurn } from '../model/steps.ts';
import type { System } from '../model/system.ts';
import { judge } from '../oracle/oracle.ts';
import { seeded } from '../trust/dice.ts';
import { killNowAndThen } from './killed/processes.ts';
import { systemOverHttp } from './model/system-over-http.ts';
import { DESKTOP, launchBrowser, PHONE, photographAll } from './support/browser.ts';
import { clickThroughMainJob, RIGHT_CENTS } from './support/main-job.ts';
import { acknowledged, command } from './support/patient-client.ts';
import { operate, ROOT } from './support/product.ts';
import { type RunningSetUp, SET_UPS } from './support/set-ups.ts';
import { openOffer } from './support/shop.ts';

const DEFAULT_RUNS = 12;
/** Runs in each set-up; MODEL_RUNS overrides it. In one of four runs, commands race. */
const RUNS = Number(process.env.MODEL_RUNS ?? DEFAULT_RUNS);
const RACING_RUNS = Math.floor(RUNS / 4);
/** Set MODEL_SEED to the seed of a failure to repeat its runs. */
const SEED = Number(process.env.MODEL_SEED ?? RUN_SEED);
/** Concurrent runs: all processes share this machine. */
const LANES = 6;
const MODEL_TIMEOUT = 600_000 + RUNS * 5_000;
/** Seconds under load and kills; KILL_SECONDS overrides it. */
const KILL_SECONDS = Number(process.env.KILL_SECONDS ?? 5);
/** Callers of each of two shops. */
const CALLERS = 5;
const SESSION_SECRET = 'of the model, which opens accounts beside the product';

/** A test can neither advance the clock of a running product nor start its jobs. */
const hasPlace = ({ command }: Step) => command !== 'timePasses' && command !== 'reissueByJob';
const steps = stepsInTurn.map((some) => some.filter(hasPlace));
const racingSteps = bursts.map((some) => some.map((burst) => burst.filter(hasPlace)));

/** The settings that locate the stores of a set-up. */
async function storesOf({ product, engines }: RunningSetUp): Promise<Record<string, string>> {
  const { databaseUrl, eventStoreUrl } = await engines();
  return {
    DATABASE_URL: databaseUrl,
    DATA_DIR: product.dataDir,
    ...(eventStoreUrl && { EVENT_STORE_URL: eventStoreUrl }),
  };
}

/** Renames a QR and reads the list, again and again. @returns the names that were read and are not those just given */
async function readOwnNames({ owner, siteId, qr }: Awaited<ReturnType<typeof openOffer>>, until: number) {
  const qrs = `/api/sites/${siteId}/qrs`;
  const tooOld: unknown[] = [];
  for (let n = 0; Date.now() < until; n += 1) {
    await command(owner, 'PUT', `${qrs}/${qr.id}`, { name: `Name ${n}` });
    const [shown] = await acknowledged(() => owner.send<{ name: string }[]>('GET', qrs));
    if (shown?.name !== `Name ${n}`) tooOld.push(shown);
  }
  return tooOld;
}

// Tests of separate services are skipped without HAProxy (`apt-get install haproxy`).
describe.each([
  { name: 'embedded', isApart: false, viewport: PHONE },
  { name: 'Postgres and Redis, services apart, two of each', isApart: true, viewport: DESKTOP },
  { name: 'EventStoreDB, Postgres and Redis, services apart, two of each', isApart: true, viewport: PHONE },
] as const)('$name', ({ name, isApart, viewport }) => {
  if (isApart && haproxyPath() === null) return void it.skip('needs HAProxy');
  let setUp: RunningSetUp;
  let system: System;
  beforeAll(async () => {
    setUp = await SET_UPS[name]({ SESSION_SECRET });
    const engines = await setUp.engines();
    system = systemOverHttp({ url: setUp.product.url, engines, sessionSecret: SESSION_SECRET });
  });
  afterAll(async () => {
    await system?.stop();
    await setUp?.stop();
  });

  // verification/journeys/main-job.spec.ts does the same on the embedded product.
  it.runIf(isApart)('does the main job, clicked through, to the right cent', async ({ onTestFailed }) => {
    onTestFailed(() => photographAll(join(ROOT, 'test-results', name)));
    const browser: Browser = await launchBrowser();
    try {
      const { ledgers, pageErrors } = await clickThroughMainJob(browser, setUp.product.url, viewport);
      expect(ledgers).toEqual(RIGHT_CENTS);
      expect(pageErrors).toEqual([]);
    } finally {
      await browser.close();
    }
  });

  it('has no mailbox page: it is no demo', async () => {
    for (const path of ['/mailbox', '/mailbox/', '/mailbox/1', '/%6dailbox', '/MAILBOX', '//mailbox', '/mailbox%2f1']) {
      const answer = await fetch(setUp.product.url + path);
      expect([path, answer.status, (await answer.text()).includes('<h1>Mailbox')]).toEqual([path, 404, false]);
    }
  });

  it("is the domain's reference from a site to its payouts", async () => {
    const tally: Tally = new Map();
    const always = fc.constant(simplestBeginning);
    await runAll(system, { seed: SEED, runs: 1, steps: always }, (some, story) =>
      runInTurn(system, some, { story, tally }),
    );
    const succeeded = ['createSite ok', 'split ok', 'claim ok', 'redeem ok', 'generatePayouts ok'];
    expect([...tally.keys()]).toEqual(expect.arrayContaining(succeeded));
  });

  it(
    `is the domain's reference in ${RUNS - RACING_RUNS} runs of commands one after the other (MODEL_SEED=${SEED})`,
    async () => {
      const tally: Tally = new Map();
      const asked = { seed: SEED, runs: RUNS - RACING_RUNS, lanes: LANES, steps };
      const done = await runAll(system, asked, (some, story) => runInTurn(system, some, { story, tally }));
      tell(done, 'in turn', tally);
    },
    MODEL_TIMEOUT,
  );

  it(
    `keeps the domain's promises in ${RACING_RUNS} runs of racing commands (MODEL_SEED=${SEED})`,
    async () => {
      const tally: Tally = new Map();
      const asked = { seed: SEED, runs: RACING_RUNS, lanes: LANES, steps: racingSteps };
      const done = await runAll(system, asked, (some, story) => runRacing(system, some, { story, tally }));
      tell(done, 'racing', tally);
    },
    MODEL_TIMEOUT,
  );

  it.runIf(isApart)(
    'loses and doubles no acknowledged command, and shows nothing that is too old, while one of each service is killed',
    async () => {
      const { product } = setUp;
      const load = new Load(() => product.url, seeded(SEED));
      for (const shop of await openShops(product.url)) load.start(shop, CALLERS);
      const reader = await openOffer(product.url);
      const until = Date.now() + KILL_SECONDS * 1000;
      const [kills, tooOld] = await Promise.all([killNowAndThen(product, until), readOwnNames(reader, until)]);
      await load.stop();
      expect(tooOld).toEqual([]);
      expect(kills).toBeGreaterThanOrEqual(3);
      expect(load.acknowledged).toBeGreaterThanOrEqual(18);
      expect(await judge(await collect(await storesOf(setUp), load.attempts, { clocksAgree: true }))).toEqual([]);
      console.log(`${name}: ${KILL_SECONDS} s, ${kills} kills, ${load.acknowledged} commands, none lost or doubled`);
    },
    (KILL_SECONDS + 600) * 1000,
  );

  it('has read models that are those of a replay of everything', async () => {
    const verified = await operate(['verify'], await storesOf(setUp));
    expect(verified.exitCode, verified.output).toBe(0);
  });

  function tell(runs: number, how: string, tally: Tally): void {
    const calls = [...tally.values()].reduce((sum, count) => sum + count, 0);
    console.log(`${name}: ${runs} runs ${how} of ${calls} commands over HTTP, MODEL_SEED=${SEED}`);
    if (process.env.MODEL_TALLY) console.log(Object.fromEntries([...tally].sort()));
  }
});
