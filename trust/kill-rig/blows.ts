import { setTimeout as sleep } from 'node:timers/promises';
import type { TcpProxy } from '@perktree/e2e/support/tcp-proxy';
import type { TestRedis } from '@perktree/platform/jobs/testing/redis-server';
import type { Dice } from '../dice.ts';
import { openStores } from './collect.ts';
import { poison } from './poison.ts';
import type { RigProcess } from './rig-process.ts';

/** Processes that are killed, two of each. */
const KILLED = ['command-service', 'query-service', 'projector'];
/** Longer than the leases of projectors; and the minute of a machine that was suspended. */
const FROZEN_MS = { short: 7_000, long: 65_000 };
const SILENT_MS = 2_500;

/** What is struck, and what with. */
export interface Struck {
  readonly product: RigProcess;
  readonly proxy: TcpProxy;
  readonly redis: TestRedis | null;
  readonly dice: Dice;
  readonly count: (name: string, times?: number) => void;
  /** The rig lasts for hours: there is time to wait for a minute. */
  readonly isLong: boolean;
  /** Where the database is without the proxy. */
  readonly databaseUrl: string;
  readonly violations: string[];
}

type Blows = Generator<readonly [name: string, blow: () => Promise<void>]>;

/** Without end: everything that is done to services, one after the other. */
export function* blowsOf(rig: Struck): Blows {
  for (;;) {
    for (let n = 0; n < 4; n += 1) yield ['kill -9 of one of each', () => killOneOfEach(rig, n)];
    yield ['connections cut', () => cutConnections(rig)];
    yield ['half-open connections', () => fallSilent(rig)];
    yield* frozen(rig, 'projector');
    yield ['a poison event', () => swallowPoison(rig)];
    if (rig.redis) yield ['Redis killed and emptied', () => loseRedis(rig, rig.redis as TestRedis)];
    yield* frozen(rig, 'command-service');
  }
}

/** The process that a service's instance was started as last. */
function pidOf({ product }: Struck, name: string): number | undefined {
  const started = [...product.output.matchAll(/^ {2}(\S+(?: \d)?)\s+process (\d+)$/gm)];
  const last = started.findLast(([, each]) => each === name);
  return last && Number(last[2]);
}

function signal(pid: number | undefined, name: NodeJS.Signals): boolean {
  try {
    return pid !== undefined && process.kill(pid, name);
  } catch {
    // It is dead already, and not started again yet.
    return false;
  }
}

async function killOneOfEach(rig: Struck, turn: number): Promise<void> {
  for (const service of KILLED) {
    if (signal(pidOf(rig, `${service} ${1 + (turn % 2)}`), 'SIGKILL')) rig.count('killed at random');
    await sleep(rig.dice.next() * 400);
  }
  await sleep(600);
}

async function cutConnections({ proxy, count }: Struck): Promise<void> {
  for (let n = 0; n < 3; n += 1) {
    count('connections cut', proxy.cut());
    await sleep(300);
  }
}

async function fallSilent({ proxy, count }: Struck): Promise<void> {
  proxy.fallSilent();
  await sleep(SILENT_MS);
  proxy.recover();
  count('times half-open');
  await sleep(500);
}

/** SIGSTOP until its leases have passed, then SIGCONT: what it does then must not count. Others are killed in a long while. */
function* frozen(rig: Struck, service: string): Blows {
  const instance = 1 + rig.dice.int(2);
  const pid = pidOf(rig, `${service} ${instance}`);
  const until = Date.now() + (rig.isLong ? FROZEN_MS.long : FROZEN_MS.short);
  try {
    yield [`a ${service} stands still`, async () => void (signal(pid, 'SIGSTOP') && rig.count('frozen'))];
    // Of those that go on: `turn` names the other one of each.
    while (rig.isLong && Date.now() < until)
      yield ['kill -9 of one of each beside it', () => killOneOfEach(rig, instance)];
    yield [
      `a ${service} goes on`,
      async () => {
        await sleep(Math.max(0, until - Date.now()));
        signal(pid, 'SIGCONT');
      },
    ];
  } finally {
    // Also where the rig ends before that.
    signal(pid, 'SIGCONT');
  }
}

async function swallowPoison({ databaseUrl, count, violations }: Struck): Promise<void> {
  const opened = await openStores({ DATABASE_URL: databaseUrl });
  try {
    violations.push(...(await poison(opened)).map((line) => `a poison event: ${line}`));
    count('poison events');
  } finally {
    await opened.close();
  }
}

async function loseRedis({ count }: Struck, redis: TestRedis): Promise<void> {
  await redis.kill();
  await sleep(500);
  await redis.start();
  await redis.empty();
  count('Redis killed and emptied');
}
