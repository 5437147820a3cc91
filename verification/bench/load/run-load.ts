import { setTimeout as sleep } from 'node:timers/promises';
import { type Spent, spentBetween } from '../process-tree.ts';
import { percentile } from '../report.ts';
import { type Answer, HttpConnection, requestText } from './http-connection.ts';
import type { LoadOrder, LoadRequest, LoadResult } from './order.ts';

/** Makes a load's calls and measures them. */
export class Load {
  /** Of operations in the measured time, in milliseconds. */
  private readonly times: number[] = [];
  private readonly expect: Buffer;
  private readonly host: string;
  private next = 0;
  private good = 0;
  private bad = 0;
  private firstBad: string | null = null;
  private measuredFrom = Number.POSITIVE_INFINITY;
  private measuredTo = Number.POSITIVE_INFINITY;
  private lastEnd = 0;

  constructor(private readonly order: LoadOrder) {
    this.expect = Buffer.from(order.expect);
    this.host = new URL(order.urls[0] ?? '').host;
  }

  async run(): Promise<LoadResult> {
    const { urls, callers, rate, warmUpMs, measureMs } = this.order;
    const connections = Array.from(
      { length: callers },
      (_, caller) => new HttpConnection(urls[caller % urls.length] ?? ''),
    );
    const start = performance.now();
    this.measuredFrom = start + warmUpMs;
    this.measuredTo = this.measuredFrom + measureMs;
    const spentBefore = sleep(warmUpMs).then(() => this.spent());
    if (rate === null) await Promise.all(connections.map((connection) => this.closedLoop(connection)));
    else await this.openLoop(connections, rate, start);
    const spentAfter = this.spent();
    for (const connection of connections) connection.close();
    return this.result(await spentBefore, new Map(spentAfter));
  }

  private spent(): readonly (readonly [name: string, Spent])[] {
    return Object.entries(this.order.watched).map(([name, look]) => [name, look()]);
  }

  private get ranOut(): boolean {
    return this.next >= this.order.requests.length;
  }

  private takeRequest(): LoadRequest | undefined {
    const request = this.order.requests[this.next];
    if (request !== undefined) this.next += 1;
    return request;
  }

  private async closedLoop(connection: HttpConnection): Promise<void> {
    for (;;) {
      const now = performance.now();
      if (now >= this.measuredTo) return;
      const request = this.takeRequest();
      if (request === undefined) return;
      await this.operation(connection, request, now);
    }
  }

  /** A due request is sent on a free connection, or waits for one; the wait counts towards its latency. */
  private async openLoop(connections: HttpConnection[], rate: number, start: number): Promise<void> {
    const free = [...connections];
    const underWay = new Set<Promise<void>>();
    const everyMs = 1_000 / rate;
    for (let due = start; due < this.measuredTo; ) {
      const connection = due <= performance.now() ? free.pop() : undefined;
      if (connection === undefined) {
        await sleep(1);
        continue;
      }
      const request = this.takeRequest();
      if (request === undefined) break;
      const done = this.operation(connection, request, due, () => free.push(connection)).finally(() =>
        underWay.delete(done),
      );
      underWay.add(done);
      due += everyMs;
    }
    await Promise.all(underWay);
  }

  private async operation(
    connection: HttpConnection,
    request: LoadRequest,
    from: number,
    onAnswer: () => void = () => {},
  ): Promise<void> {
    const answer = await connection.send(requestText(this.host, request));
    onAnswer();
    this.count(answer);
    const { shownBy, rate } = this.order;
    if (shownBy !== null && answer.position > 0) await shownBy.reached(answer.position);
    const ended = performance.now();
    // An open loop counts operations due in the interval; a closed loop those that ended in it.
    const countedAt = rate !== null ? from : ended;
    if (countedAt < this.measuredFrom || countedAt > this.measuredTo) return;
    this.lastEnd = Math.max(this.lastEnd, ended);
    this.times.push(ended - from);
  }

  private count({ status, body }: Answer): void {
    if (status < 300 && body.includes(this.expect)) {
      this.good += 1;
      return;
    }
    this.bad += 1;
    this.firstBad ??= `${status} ${body.toString('utf8').slice(0, 300)}`;
  }

  private result(before: readonly (readonly [string, Spent])[], after: ReadonlyMap<string, Spent>): LoadResult {
    const { times } = this;
    const [p50, p99, max] = [50, 99, 100].map((percent) => percentile(times, percent)) as [number, number, number];
    const latency = { count: times.length, p50, p99, max };
    const { good, bad, firstBad, ranOut } = this;
    const until = ranOut || this.order.rate !== null ? this.lastEnd : this.measuredTo;
    const cpuUs = before.map(([name, from]) => {
      const ms = spentBetween(from, after.get(name) ?? from);
      return [name, (ms * 1_000) / Math.max(1, latency.count)] as const;
    });
    return {
      perSecond: latency.count / Math.max(1e-3, (until - this.measuredFrom) / 1_000),
      ...{ good, bad, firstBad, latency, ranOut },
      cpuUs: Object.fromEntries(cpuUs),
    };
  }
}
