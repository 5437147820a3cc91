import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '@perktree/contracts/kernel/durations';
import { type ProductProcess, spawnProduct } from '../e2e/support/product.ts';
import type { CallAttempt, Evidence } from '../oracle/evidence.ts';
import { judge } from '../oracle/oracle.ts';
import type { Dice } from '../trust/dice.ts';
import type { Counts, Report } from '../trust/part.ts';
import { collect } from './collect.ts';
import { Load } from './load/load.ts';
import { openShops } from './load/shop.ts';
import { storeOldHistory } from './old-history.ts';
import { KILL_POINTS } from './preload/kill-points.ts';
import { type KillAt, rigEnvironment } from './preload/settings.ts';

const CLIENTS = 5;
/** Time limit of a stop under load (docs/how-to/operate.md), in milliseconds. */
const LONGEST_STOP_MS = 5_000;
/** After this time without a kill point the process is killed from outside. */
const LONGEST_LIFE_MS = 20_000;

/** One run of the embedded product: its faults from the start and the way it ends. */
interface Life {
  readonly name: string;
  readonly killAt?: KillAt;
  readonly clockAheadMs?: number;
  /** Ends the product. @returns the problem with its end; null: none. Null instead of a function: a kill point ends it. */
  readonly end: ((product: ProductProcess, rig: EmbeddedRig) => Promise<string | null>) | null;
}

export interface RigResult {
  readonly counts: Counts;
  readonly violations: readonly string[];
}

/** The product did not start again: a violation, as its data cannot be used. */
export class DidNotStart extends Error {
  constructor(output: string) {
    super(`the product did not start:\n${output}`);
  }
}

/** Kills the product of `npm start` again and again under load; then the oracle judges. */
export class EmbeddedRig {
  private readonly dataDir = mkdtempSync(join(tmpdir(), 'perktree-rig-'));
  private url = 'http://127.0.0.1:9';
  private readonly load: Load;
  private readonly counts: Record<string, number> = {};
  private clocksAgree = true;

  constructor(
    private readonly dice: Dice,
    private readonly preload: string,
    private readonly report: Report,
  ) {
    this.load = new Load(() => this.url, dice);
  }

  /** @param mayContinue called with the number of kills before each life; false ends the run */
  async run(mayContinue: (kills: number) => boolean): Promise<RigResult> {
    const violations: string[] = [];
    try {
      await storeOldHistory({ DATA_DIR: this.dataDir });
      let product: ProductProcess | null = await this.start({});
      for (const shop of await openShops(this.url)) this.load.start(shop, CLIENTS);
      for (const life of livesOf(this.dice)) {
        if (!mayContinue(this.counts.kills ?? 0)) break;
        if (life.killAt || life.clockAheadMs || product === null) {
          // These settings apply at the start of a process.
          if (product) await this.kill(product);
          product = await this.start(life);
        }
        const problem = await this.live(life, product);
        this.report(`kill-rig: embedded, ${life.name}${problem ? `: ${problem}` : ''}`);
        if (problem) violations.push(`${life.name}: ${problem}`);
        product = null;
      }
      product ??= await this.start({});
      await this.load.stop();
      product.signal('SIGTERM');
      await product.ended;
      const evidence = await collect({ DATA_DIR: this.dataDir }, this.load.attempts, { clocksAgree: this.clocksAgree });
      violations.push(...(await judge(evidence)));
      return { counts: { ...this.counts, ...figuresOf(evidence) }, violations };
    } finally {
      rmSync(this.dataDir, { recursive: true, force: true });
    }
  }

  count(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }

  /** Faults among the answers since an attempt; a graceful stop causes none. 503 is not a fault. */
  faultsSince(attempt: number): number {
    return this.load.attempts.slice(attempt).filter(({ status }) => status >= 500 && status !== 503).length;
  }

  get attemptsSoFar(): number {
    return this.load.attempts.length;
  }

  get postgresPid(): number {
    return Number(readFileSync(join(this.dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
  }

  private async start({ killAt, clockAheadMs = 0 }: Partial<Life>): Promise<ProductProcess> {
    if (clockAheadMs !== 0) this.clocksAgree = false;
    const rig = rigEnvironment(this.preload, { ...(killAt && { killAt }), clockAheadMs });
    const product = spawnProduct({ inherited: {}, dataDir: this.dataDir, env: rig });
    const url = await product.address();
    // A kill point may end it before it prints its address.
    if (url) this.url = url;
    else if (!killAt) throw new DidNotStart(product.output());
    return product;
  }

  private async live({ end, name }: Life, product: ProductProcess): Promise<string | null> {
    if (end) {
      await sleep(300 + this.dice.next() * 900);
      return end(product, this);
    }
    const died = await Promise.race([product.ended.then(() => true), sleep(LONGEST_LIFE_MS, false)]);
    if (died) this.count(`killed ${name}`);
    await this.kill(product);
    return null;
  }

  private async kill(product: ProductProcess): Promise<void> {
    product.signal('SIGKILL');
    await product.ended;
    this.count('kills');
  }
}

/** All kill points and other ends in turn, endlessly. */
function* livesOf(dice: Dice): Generator<Life> {
  for (;;) {
    for (const point of KILL_POINTS) {
      yield { name: point, killAt: { [point]: 3 + dice.int(40) }, end: null };
      yield { name: 'kill -9', end: killed };
    }
    yield { name: 'SIGTERM under load', end: stopped };
    yield { name: 'Postgres killed', end: withoutPostgres };
    yield { name: 'the clock a day ahead', clockAheadMs: DAY_MS, end: killed };
    yield { name: 'the clock a day behind that', end: killed };
  }
}

async function killed(product: ProductProcess, rig: EmbeddedRig): Promise<string | null> {
  product.signal('SIGKILL');
  await product.ended;
  rig.count('kills');
  return null;
}

async function stopped(product: ProductProcess, rig: EmbeddedRig): Promise<string | null> {
  const [firstAttempt, began] = [rig.attemptsSoFar, Date.now()];
  product.signal('SIGTERM');
  const code = await product.ended;
  rig.count('SIGTERM under load');
  const took = Date.now() - began;
  if (code !== 0) return `it ended with ${code}`;
  if (took > LONGEST_STOP_MS) return `it took ${took} ms to end`;
  const faults = rig.faultsSince(firstAttempt);
  return faults > 0 ? `${faults} answers were faults` : null;
}

/** Without its embedded database the product must exit. */
async function withoutPostgres(product: ProductProcess, rig: EmbeddedRig): Promise<string | null> {
  process.kill(rig.postgresPid, 'SIGKILL');
  rig.count('Postgres killed');
  const ended = await Promise.race([product.ended.then(() => true), sleep(LONGEST_LIFE_MS, false)]);
  if (ended) return null;
  await killed(product, rig);
  return 'it kept running without its database';
}

export function figuresOf({ events, attempts }: Evidence): Counts {
  const count = (outcome: CallAttempt['outcome']) => attempts.filter((call) => call.outcome === outcome).length;
  return {
    'calls acknowledged': count('acknowledged'),
    'calls without an answer': count('unknown'),
    events: events.length,
  };
}
