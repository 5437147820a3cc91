import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore } from '@perktree/event-store/port';
import { ownerCookies } from './data/accounts.ts';
import { MAX_REDEMPTIONS, OWNERS_PER_PATH } from './data/business.ts';
import { tokenOf, type Visit } from './data/visits.ts';
import { hotVisits, spreadVisits, type World } from './data/worlds.ts';
import type { CellDatabase } from './databases.ts';
import type { LoadRequest, LoadResult } from './load/order.ts';
import { listenToProjected } from './load/projected.ts';
import { Load } from './load/run-load.ts';
import { spentByDatabase, spentByTrees } from './process-tree.ts';
import type { Server } from './processes.ts';
import type { Measured } from './report.ts';
import type { Bench } from './rounds.ts';

/** Highest backlog of the product's projector when a load ends, in events: one batch. */
const MAX_BACKLOG = 500;
const CATCH_UP_MS = 60_000;
const CHECK_EVERY_MS = 20;
/** Enough for any rate, so that the callers are never short of requests. */
const MAX_PER_SECOND = 8_000;
export const POSTGRES = 'Postgres CPU µs';

/** A running contender on a database of its own. */
export interface Contender {
  readonly world: World;
  readonly database: CellDatabase;
  /** What callers send to; they share the callers. */
  readonly answering: readonly Pick<Server, 'url'>[];
  /** In the order in which they started. */
  readonly servers: readonly Server[];
  /** Servers whose processor time is a figure, by its name. */
  readonly watched: Readonly<Record<string, readonly Server[]>>;
  /** The product's events; null: plain tables. */
  readonly store: EventStore | null;
}

interface Workload {
  readonly callers: number;
  /** Requests a second; null: as fast as answers come. */
  readonly rate?: number | null;
  /** All redeem one QR. */
  readonly isHot?: boolean;
  /** An operation ends when readers have it. Plain tables have it with the answer. */
  readonly isShown?: boolean;
}

/** Redeems the scans of a contender's world, load after load, and checks what is stored after each. */
export class Stack {
  private readonly spread: Queue;
  private readonly hot: Queue;
  /** So far. */
  redeemed = 0;

  constructor(
    private readonly bench: Bench,
    readonly contender: Contender,
  ) {
    this.spread = new Queue(spreadVisits(contender.world));
    this.hot = new Queue(hotVisits(contender.world));
  }

  async warmUp(callers: number, redemptions: number): Promise<void> {
    const { spread } = this;
    const requests = spread.take(redemptions);
    const failure = await this.faultAfter(await this.run({ requests, callers, warmUpMs: 0, measureMs: CATCH_UP_MS }));
    if (failure !== null) throw new Error(failure);
  }

  async measure({ callers, rate = null, isHot = false, isShown = false }: Workload): Promise<Measured> {
    const { settleMs: warmUpMs, measureMs } = this.bench.scale;
    const { store, database } = this.contender;
    const queue = isHot ? this.hot : this.spread;
    const most = Math.ceil(((rate ?? MAX_PER_SECOND) * (warmUpMs + measureMs)) / 1_000) + callers;
    const shownBy = isShown && store !== null ? await listenToProjected(database.url) : null;
    const load = await this.run({ requests: queue.next(most), callers, rate, shownBy, warmUpMs, measureMs });
    await shownBy?.close();
    queue.take(load.good + load.bad);
    const figures = { 'per second': load.perSecond, 'p50 ms': load.latency.p50, 'p99 ms': load.latency.p99 };
    const fault = await this.faultAfter(load, shownBy !== null);
    const isShort = load.ranOut && queue.isEmpty;
    return { figures: { ...figures, ...load.cpuUs }, void: isShort ? 'there were too few scans to redeem' : fault };
  }

  /** @returns why the stored result is wrong; null: it holds each redemption */
  private async faultAfter({ good, bad, firstBad }: LoadResult, isInline = false): Promise<string | null> {
    this.redeemed += good;
    const { store, database } = this.contender;
    const backlog = isInline && store !== null ? await backlogOf(store, database) : 0;
    if (bad > 0) return `${bad} of ${good + bad} calls failed, such as ${firstBad}`;
    if (backlog > MAX_BACKLOG) return `${backlog} events waited for the projector at the end`;
    if (store !== null && !(await isCaughtUp(store, database))) return 'the read models did not catch up';
    return faultIn(database, store === null ? PLAIN : READ_MODELS, this.redeemed);
  }

  private run(order: {
    readonly requests: readonly LoadRequest[];
    readonly callers: number;
    readonly warmUpMs: number;
    readonly measureMs: number;
    readonly rate?: number | null;
    readonly shownBy?: Awaited<ReturnType<typeof listenToProjected>> | null;
  }): Promise<LoadResult> {
    const { answering, watched, database } = this.contender;
    const servers = Object.entries(watched).map(
      ([name, those]) => [name, () => spentByTrees(those.map(({ pid }) => pid))] as const,
    );
    return new Load({
      ...{ rate: null, shownBy: null, expect: '"success":true', ...order },
      urls: answering.map(({ url }) => url),
      watched: { ...Object.fromEntries(servers), [POSTGRES]: () => spentByDatabase(database.name) },
    }).run();
  }

  async stop(): Promise<void> {
    const { servers, store, database } = this.contender;
    for (const server of servers.toReversed()) await server.stop();
    await store?.close();
    await database.drop();
  }
}

/** Redemptions that are still to be requested. */
class Queue {
  private at = 0;

  constructor(private readonly visits: readonly Visit[]) {}

  get isEmpty(): boolean {
    return this.at >= this.visits.length;
  }

  next(count: number): readonly LoadRequest[] {
    return this.visits.slice(this.at, this.at + count).map((visit) => ({
      ...{ method: 'POST', path: '/api/staff/redeem', cookie: ownerCookies(visit.tree) },
      body: { token: tokenOf(visit) },
    }));
  }

  take(count: number): readonly LoadRequest[] {
    const taken = this.next(count);
    this.at += taken.length;
    return taken;
  }
}

const READ_MODELS = `SELECT count(*) AS redemptions, (SELECT count(*) FROM read_models.ledger_entries) AS entries,
  (SELECT max(period_redemptions) FROM read_models.qrs) AS most FROM read_models.redemptions`;
const PLAIN = `SELECT count(*) AS redemptions, (SELECT count(*) FROM plain.ledger) AS entries,
  (SELECT max(redemptions) FROM plain.qrs) AS most FROM plain.redemptions`;

async function faultIn({ pool }: CellDatabase, sql: string, redeemed: number): Promise<string | null> {
  const { rows } = await pool.query<Record<'redemptions' | 'entries' | 'most', string>>(sql);
  const [found] = rows;
  const isRight =
    Number(found?.redemptions) === redeemed &&
    Number(found?.entries) === redeemed * OWNERS_PER_PATH &&
    Number(found?.most) <= MAX_REDEMPTIONS;
  return isRight ? null : `${redeemed} redemptions were answered, stored are ${JSON.stringify(found)}`;
}

async function projectedAt({ pool }: CellDatabase): Promise<bigint> {
  const { rows } = await pool.query<{ position: string | null }>(
    `SELECT min(position) AS position FROM read_models.projections WHERE status = 'live'`,
  );
  return BigInt(rows[0]?.position ?? 0);
}

/** Of the Postgres store, whose positions have no gaps. */
const backlogOf = async (store: EventStore, database: CellDatabase) =>
  Number((await store.head()) - (await projectedAt(database)));

export async function isCaughtUp(store: EventStore, database: CellDatabase): Promise<boolean> {
  const head = await store.head();
  for (const until = performance.now() + CATCH_UP_MS; performance.now() < until; await sleep(CHECK_EVERY_MS)) {
    if ((await projectedAt(database)) >= head) return true;
  }
  return false;
}
