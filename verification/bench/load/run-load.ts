import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMsOf } from '../cpu-time.ts';
import { type Answer, HttpConnection } from './http-connection.ts';
import { Latencies } from './latencies.ts';
import type { LoadOrder, LoadRequest, LoadResult } from './order.ts';
import { listenToProjected, type Projected } from './projected.ts';

/** Makes a load's calls and measures them. */
export class Load {
  private readonly latency = new Latencies();
  private readonly lag = new Latencies();
  private readonly byKind = new Map<string, Latencies>();
  private readonly host: string;
  private readonly expect: Buffer;
  private next = 0;
  private good = 0;
  private bad = 0;
  private bytes = 0;
  private firstBad: string | null = null;
  private measuredFrom = Number.POSITIVE_INFINITY;
  private measuredTo = Number.POSITIVE_INFINITY;
  private lastEnd = 0;
  private projected: Projected | null = null;

  constructor(private readonly order: LoadOrder) {
    this.host = new URL(order.url).host;
    this.expect = Buffer.from(order.expect);
  }

  async run(): Promise<LoadResult> {
    const { url, others = [], callers, rate, projectedAt } = this.order;
    const addresses = [url, ...others].map((each) => new URL(each));
    if (projectedAt !== null) this.projected = await listenToProjected(projectedAt);
    const connections = await Promise.all(
      Array.from({ length: callers }, (_, caller) => {
        const { hostname, port } = addresses[caller % addresses.length] as URL;
        return HttpConnection.open(hostname, Number(port));
      }),
    );
    const start = performance.now();
    const warmed = this.warmUp(start);
    if (rate === null) await Promise.all(connections.map((connection) => this.closedLoop(connection)));
    else await this.openLoop(connections, rate, start);
    const cpuTo = this.order.watched.map(cpuMsOf);
    const cpuMs = (await warmed).map((from, index) => (cpuTo[index] ?? 0) - from);
    for (const connection of connections) connection.close();
    await this.projected?.close();
    return this.result(cpuMs);
  }

  /** Sets the measured interval. @returns the CPU time of the watched processes at its start, in milliseconds */
  private async warmUp(start: number): Promise<readonly number[]> {
    const { rate, warmUpMs, warmUpOperations = 0, measureMs } = this.order;
    const isByOperations = rate === null && warmUpOperations > 0;
    if (!isByOperations) this.measureFrom(start + warmUpMs, measureMs);
    await sleep(warmUpMs);
    if (isByOperations) {
      while (this.good + this.bad < warmUpOperations && !this.ranOut) await sleep(10);
      this.measureFrom(performance.now(), measureMs);
    }
    return this.order.watched.map(cpuMsOf);
  }

  private measureFrom(from: number, forMs: number): void {
    this.measuredFrom = from;
    this.measuredTo = from + forMs;
  }

  private get ranOut(): boolean {
    return !this.order.repeat && this.next >= this.order.requests.length;
  }

  private takeRequest(): LoadRequest | undefined {
    const { requests, repeat } = this.order;
    const request = requests[repeat ? this.next % requests.length : this.next];
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
    const answer = await connection.send(this.textOf(request));
    const answered = performance.now();
    onAnswer();
    this.count(answer);
    if (this.projected !== null && answer.position > 0) await this.projected.reached(answer.position);
    const ended = performance.now();
    const isOpenLoop = this.order.rate !== null;
    // An open loop counts operations due in the interval; a closed loop those that ended in it.
    const countedAt = isOpenLoop ? from : ended;
    if (countedAt < this.measuredFrom || countedAt > this.measuredTo) return;
    this.lastEnd = Math.max(this.lastEnd, ended);
    this.latency.add(ended - from);
    if (this.projected !== null) this.lag.add(ended - answered);
    if (request.kind !== undefined) this.latenciesOf(request.kind).add(ended - from);
  }

  private latenciesOf(kind: string): Latencies {
    const known = this.byKind.get(kind) ?? new Latencies();
    this.byKind.set(kind, known);
    return known;
  }

  private count({ status, body }: Answer): void {
    this.bytes = body.length;
    if (status < 300 && body.includes(this.expect)) {
      this.good += 1;
      return;
    }
    this.bad += 1;
    this.firstBad ??= `${status} ${body.toString('utf8').slice(0, 300)}`;
  }

  private textOf({ method, path, body, cookie }: LoadRequest): string {
    const head = `${method} ${path} HTTP/1.1\r\nhost: ${this.host}\r\ncookie: ${cookie ?? this.order.cookie}\r\n`;
    if (body === undefined) return `${head}\r\n`;
    const text = JSON.stringify(body);
    const length = Buffer.byteLength(text);
    return `${head}content-type: application/json\r\ncontent-length: ${length}\r\n\r\n${text}`;
  }

  private result(cpuMs: readonly number[]): LoadResult {
    const latency = this.latency.summary();
    const { ranOut } = this;
    const until = ranOut || this.order.rate !== null ? this.lastEnd : this.measuredTo;
    return {
      perSecond: latency.count / Math.max(1e-3, (until - this.measuredFrom) / 1_000),
      good: this.good,
      bad: this.bad,
      firstBad: this.firstBad,
      latency,
      lag: this.lag.summary(),
      byKind: Object.fromEntries([...this.byKind].map(([kind, latencies]) => [kind, latencies.summary()])),
      cpuUs: cpuMs.map((ms) => (ms * 1_000) / Math.max(1, latency.count)),
      ranOut,
      bytes: this.bytes,
    };
  }
}
