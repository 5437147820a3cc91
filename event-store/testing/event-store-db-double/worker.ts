import { parentPort, workerData } from 'node:worker_threads';
import { EventLog } from './event-log.ts';
import { type Faults, NO_FAULTS, type Seen } from './faults.ts';
import { type Certificate, type Cluster, Node } from './node.ts';

/** The double's thread: it runs while the test thread is busy. */
const atFirst = (): Pick<Cluster, 'log' | 'leader' | 'counts'> => ({
  ...{ log: new EventLog(), leader: 0 },
  counts: {
    ...{
      calls: {},
      users: [],
      eventsSent: 0,
      openReads: 0,
      openSubscriptions: 0,
      appendsNow: 0,
      appendsAtOnce: 0,
      connections: 0,
    },
  },
});

const cluster: Cluster = {
  ...atFirst(),
  faults: { ...NO_FAULTS },
  nodes: [],
  crash: (downMs) => {
    // biome-ignore lint/style/noRestrictedGlobals: a double of a server, in a process of its own
    void stop().then(() => setTimeout(start, downMs));
  },
};

async function start(): Promise<void> {
  for (const node of cluster.nodes) await node.listen();
}

async function stop(): Promise<void> {
  for (const node of cluster.nodes) await node.stop();
}

/** The commands of tests. Arguments and results are cloned between the threads. */
const commands = {
  start,
  stop,
  /** Restores the initial state, and cuts every connection. */
  reset: async () => {
    await stop();
    Object.assign(cluster.faults, NO_FAULTS);
    Object.assign(cluster, atFirst());
    await start();
  },
  cutConnections: () => {
    for (const node of cluster.nodes) node.cutConnections();
  },
  setFaults: (faults: Partial<Faults>) => Object.assign(cluster.faults, faults),
  setLeader: (index: number) => {
    cluster.leader = index;
  },
  appendSystemEvents: (count: number) => cluster.log.appendSystemEvents(count),
  remove: (stream: string, how: 'soft deleted' | 'tombstone') => cluster.log.remove(stream, how),
  truncate: (stream: string, before: number) => cluster.log.truncate(stream, before),
  forgetIds: () => {
    cluster.log.remembersIds = false;
  },
  seen: (): Seen => {
    const { counts, nodes } = cluster;
    return { ...counts, openConnections: nodes.reduce((sum, { sockets }) => sum + sockets.size, 0) };
  },
};

export type Commands = typeof commands;

export interface Request {
  readonly id: number;
  readonly command: keyof Commands;
  readonly args: readonly unknown[];
}

const { ports, tls } = workerData as { ports: readonly number[]; tls: Certificate | undefined };
for (const port of ports) cluster.nodes.push(new Node(cluster, port, tls));
await start();
parentPort?.on('message', async ({ id, command, args }: Request) => {
  const run = commands[command] as (...args: readonly unknown[]) => unknown;
  try {
    const result = await run(...args);
    parentPort?.postMessage({ id, result: command === 'seen' ? result : undefined });
  } catch (error) {
    parentPort?.postMessage({ id, error: String(error) });
  }
});
parentPort?.postMessage('started');
