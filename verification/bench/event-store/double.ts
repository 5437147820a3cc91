import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EventLog } from '@perktree/event-store/testing/event-store-db-double/event-log';
import { NO_FAULTS } from '@perktree/event-store/testing/event-store-db-double/faults';
import { type Cluster, Node } from '@perktree/event-store/testing/event-store-db-double/node';
import { freePort } from '@perktree/platform/process/free-port';
import type { Messages } from './servers.ts';

let readEvents = 0;
const counted = <T>(events: T): T => {
  if (Array.isArray(events)) readEvents += events.length;
  return events;
};
/** Counts the events of reads, which the double counts together with those of subscriptions. */
class CountingLog extends EventLog {
  override readStream(name: string, from: number, count: number) {
    return counted(super.readStream(name, from, count));
  }

  override readLast(name: string) {
    const events = super.readStream(name, 0, Number.POSITIVE_INFINITY);
    return counted(Array.isArray(events) ? events.slice(-1) : events);
  }
}

/**
 * A double of EventStoreDB in a separate process, with events in memory. The printed address answers with its port and the
 * messages so far.
 */
const cluster: Cluster = {
  ...{ log: new CountingLog(), faults: { ...NO_FAULTS }, nodes: [], leader: 0, maxAppendBytes: 1_048_576 },
  counts: {
    ...{ calls: {}, users: [], eventsSent: 0, openReads: 0, openSubscriptions: 0 },
    ...{ appendsNow: 0, appendsAtOnce: 0, connections: 0 },
  },
  crash: () => {},
};
const node = new Node(cluster, await freePort('127.0.0.1'), undefined);
cluster.nodes.push(node);
await node.listen();

function messages(): Messages {
  const { calls, eventsSent } = cluster.counts;
  const { append = 0, read = 0 } = calls;
  return { sent: append + read, answered: append + readEvents, delivered: eventsSent - readEvents };
}

const control = createServer((_request, response) => {
  response.end(JSON.stringify({ port: node.port, ...messages() }));
});
control.listen(0, '127.0.0.1', () => {
  console.log(`is ready at http://127.0.0.1:${(control.address() as AddressInfo).port}`);
});
process.once('SIGTERM', () => process.exit(0));
