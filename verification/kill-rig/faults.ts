import { setTimeout as sleep } from 'node:timers/promises';
import type { TestRedis } from '@perktree/platform/jobs/testing/redis-server';
import { KILLED, processes, signal } from '../e2e/killed/processes.ts';
import type { ProductProcess } from '../e2e/support/product.ts';
import type { TcpProxy } from '../e2e/support/tcp-proxy.ts';
import type { Dice } from '../trust/dice.ts';
import { openStores } from './collect.ts';
import { poison } from './poison.ts';

/** `short` exceeds the projector's lease; `long` is a machine suspended for a minute. */
const FROZEN_MS = { short: 7_000, long: 65_000 };
const SILENT_MS = 2_500;

/** The product under test and its infrastructure. */
export interface FaultTarget {
  readonly product: ProductProcess;
  readonly proxy: TcpProxy;
  readonly redis: TestRedis | null;
  readonly dice: Dice;
  readonly count: (name: string, times?: number) => void;
  /** The run lasts for hours, so a pause may take a minute. */
  readonly isLong: boolean;
  /** The database, bypassing the proxy. */
  readonly databaseUrl: string;
  readonly violations: string[];
}

type Faults = Generator<readonly [name: string, inject: () => Promise<void>]>;

/** All faults in turn, endlessly. */
export function* faultsFor(rig: FaultTarget): Faults {
  const { redis } = rig;
  for (;;) {
    for (let n = 0; n < 4; n += 1) yield ['kill -9 of one of each', () => killOneOfEach(rig, n)];
    yield ['connections cut', () => cutConnections(rig)];
    yield ['half-open connections', () => halfOpenConnections(rig)];
    yield* frozen(rig, 'projector');
    yield ['a poison event', () => appendPoisonEvent(rig)];
    if (redis) yield ['Redis killed and emptied', () => killRedis(rig, redis)];
    yield* frozen(rig, 'command-service');
  }
}

const pidOf = ({ product }: FaultTarget, name: string) => processes(product).get(name)?.pid;

async function killOneOfEach(rig: FaultTarget, turn: number): Promise<void> {
  for (const service of KILLED) {
    if (signal(pidOf(rig, `${service} ${1 + (turn % 2)}`), 'SIGKILL')) rig.count('killed at random');
    await sleep(rig.dice.next() * 400);
  }
  await sleep(600);
}

async function cutConnections({ proxy, count }: FaultTarget): Promise<void> {
  for (let n = 0; n < 3; n += 1) {
    count('connections cut', proxy.cut());
    await sleep(300);
  }
}

async function halfOpenConnections({ proxy, count }: FaultTarget): Promise<void> {
  proxy.fallSilent();
  await sleep(SILENT_MS);
  proxy.recover();
  count('times half-open');
  await sleep(500);
}

/** SIGSTOP until its leases have expired, then SIGCONT: its fenced writes must fail. A long freeze has kills beside it. */
function* frozen(rig: FaultTarget, service: string): Faults {
  const instance = 1 + rig.dice.int(2);
  const pid = pidOf(rig, `${service} ${instance}`);
  const until = Date.now() + (rig.isLong ? FROZEN_MS.long : FROZEN_MS.short);
  try {
    yield [`a ${service} freezes`, async () => void (signal(pid, 'SIGSTOP') && rig.count('frozen'))];
    // `instance` selects the other one of each service.
    while (rig.isLong && Date.now() < until)
      yield ['kill -9 of one of each beside it', () => killOneOfEach(rig, instance)];
    yield [
      `a ${service} resumes`,
      async () => {
        await sleep(Math.max(0, until - Date.now()));
        signal(pid, 'SIGCONT');
      },
    ];
  } finally {
    // Also if the run ends during the freeze.
    signal(pid, 'SIGCONT');
  }
}

async function appendPoisonEvent({ databaseUrl, count, violations }: FaultTarget): Promise<void> {
  const opened = await openStores({ DATABASE_URL: databaseUrl });
  try {
    violations.push(...(await poison(opened)).map((line) => `a poison event: ${line}`));
    count('poison events');
  } finally {
    await opened.close();
  }
}

async function killRedis({ count }: FaultTarget, redis: TestRedis): Promise<void> {
  await redis.kill();
  await sleep(500);
  await redis.start();
  await redis.empty();
  count('Redis killed and emptied');
}
