import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '@perktree/contracts/durations';
import { PROGRAM } from '@perktree/e2e/support/product';
import type { Dice } from '../dice.ts';
import type { Counts } from '../figures/counts.ts';
import { judge } from '../oracle/oracle.ts';
import type { Report } from '../part.ts';
import { collect } from './collect.ts';
import { Load } from './load/load.ts';
import { openShops } from './load/shop.ts';
import { storeOldHistory } from './old-history.ts';
import { KILL_POINTS } from './preload/kill-points.ts';
import { type KillAt, rigEnvironment } from './preload/settings.ts';
import { DidNotStart, RigProcess } from './rig-process.ts';

const CLIENTS = 5;
/** How long a process that was told to end under load may take (docs/operations.md), in milliseconds. */
const LONGEST_STOP_MS = 5_000;
/** Where nothing was asked of it for so long, a kill point is not going to come. */
const LONGEST_LIFE_MS = 20_000;

/** How a life of the embedded product ends, and what is wrong with it from the beginning. */
interface Life {
  readonly name: string;
  readonly killAt?: KillAt;
  readonly clockAheadMs?: number;
  /** Null: it dies by itself. Gives what was wrong with its end. */
  readonly end: ((product: RigProcess, rig: EmbeddedRig) => Promise<string | null>) | null;
}

export interface RigResult {
  readonly counts: Counts;
  readonly violations: readonly string[];
}

/** The product as `npm start` runs it, killed again and again while people use it; then the oracle. */
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

  /** @param goesOn asked before each life, with the kills so far */
  async run(goesOn: (kills: number) => boolean): Promise<RigResult> {
    const wrong: string[] = [];
    try {
      await storeOldHistory({ DATA_DIR: this.dataDir });
      let product: RigProcess | null = await this.start({});
      await this.openForBusiness();
      for (const life of livesOf(this.dice)) {
        if (!goesOn(this.counts.kills ?? 0)) break;
        if (life.killAt || life.clockAheadMs || product === null) {
          // What it is to have from the beginning needs a new one.
          if (product) await this.kill(product);
          product = await this.start(life);
        }
        const said = await this.live(life, product);
        this.report(`kill-rig: embedded, ${life.name}${said ? `: ${said}` : ''}`);
        if (said) wrong.push(`${life.name}: ${said}`);
        product = null;
      }
      product ??= await this.start({});
      await this.load.stop();
      product.signal('SIGTERM');
      await product.end();
      const evidence = await collect({ DATA_DIR: this.dataDir }, this.load.asked, { clocksAgree: this.clocksAgree });
      wrong.push(...(await judge(evidence)));
      return { counts: { ...this.counts, ...figuresOf(evidence) }, violations: wrong };
    } finally {
      rmSync(this.dataDir, { recursive: true, force: true });
    }
  }

  count(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }

  /** Answers that came since a moment with a status that nobody should see of a product that ends in good order. */
  faultsSince(asked: number): number {
    return this.load.asked.slice(asked).filter(({ status }) => status >= 500 && status !== 503).length;
  }

  get askedSoFar(): number {
    return this.load.asked.length;
  }

  get postgresPid(): number {
    return Number(readFileSync(join(this.dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
  }

  private async openForBusiness(): Promise<void> {
    for (const shop of await openShops(this.url)) this.load.start(shop, CLIENTS);
  }

  private async start({ killAt, clockAheadMs = 0 }: Partial<Life>): Promise<RigProcess> {
    if (clockAheadMs !== 0) this.clocksAgree = false;
    const rig = rigEnvironment(this.preload, { ...(killAt && { killAt }), clockAheadMs });
    const product = RigProcess.start(PROGRAM, { DATA_DIR: this.dataDir, ...rig });
    const url = await product.address();
    // It may be killed before it has said where it is; who killed it then is told by `live`.
    if (url) this.url = url;
    else if (!killAt) throw new DidNotStart(product.output);
    return product;
  }

  private async live({ end, name }: Life, product: RigProcess): Promise<string | null> {
    if (end) {
      await sleep(300 + this.dice.next() * 900);
      return end(product, this);
    }
    const died = await Promise.race([product.end().then(() => true), sleep(LONGEST_LIFE_MS, false)]);
    if (died) this.count(`killed ${name}`);
    await this.kill(product);
    return null;
  }

  private async kill(product: RigProcess): Promise<void> {
    product.signal('SIGKILL');
    await product.end();
    this.count('kills');
  }
}

/** Without end: the named points, each now and then, and everything else in between. */
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

async function killed(product: RigProcess, rig: EmbeddedRig): Promise<string | null> {
  product.signal('SIGKILL');
  await product.end();
  rig.count('kills');
  return null;
}

async function stopped(product: RigProcess, rig: EmbeddedRig): Promise<string | null> {
  const [asked, began] = [rig.askedSoFar, Date.now()];
  product.signal('SIGTERM');
  const code = await product.end();
  rig.count('SIGTERM under load');
  const took = Date.now() - began;
  if (code !== 0) return `it ended with ${code}`;
  if (took > LONGEST_STOP_MS) return `it took ${took} ms to end`;
  const faults = rig.faultsSince(asked);
  return faults > 0 ? `${faults} answers were faults` : null;
}

/** The embedded database is gone: the product ends by itself rather than answer without it. */
async function withoutPostgres(product: RigProcess, rig: EmbeddedRig): Promise<string | null> {
  process.kill(rig.postgresPid, 'SIGKILL');
  rig.count('Postgres killed');
  const ended = await Promise.race([product.end().then(() => true), sleep(LONGEST_LIFE_MS, false)]);
  if (ended) return null;
  await killed(product, rig);
  return 'it went on without its database';
}

export function figuresOf({
  events,
  asked,
}: {
  events: readonly unknown[];
  asked: readonly { outcome: string }[];
}): Counts {
  const count = (outcome: string) => asked.filter((call) => call.outcome === outcome).length;
  return {
    'calls acknowledged': count('acknowledged'),
    'calls without an answer': count('unknown'),
    events: events.length,
  };
}
