import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EventLog } from '@perktree/event-store/testing/event-store-db-double/event-log';
import { NO_FAULTS } from '@perktree/event-store/testing/event-store-db-double/faults';
import { type Cluster, Node } from '@perktree/event-store/testing/event-store-db-double/node';
import { freePort } from '@perktree/platform/process/free-port';

/**
 * A double of EventStoreDB in a separate process, with events in memory. The printed address answers with its port and its
 * number of `Read` calls so far.
 */
const cluster: Cluster = {
  ...{ log: new EventLog(), faults: { ...NO_FAULTS }, nodes: [], leader: 0, maxAppendBytes: 1_048_576 },
  counts: {
    ...{ calls: {}, users: [], eventsSent: 0, openReads: 0, openSubscriptions: 0 },
    ...{ appendsNow: 0, appendsAtOnce: 0, connections: 0 },
  },
  crash: () => {},
};
const node = new Node(cluster, await freePort('127.0.0.1'), undefined);
cluster.nodes.push(node);
await node.listen();

const control = createServer((_request, response) => {
  response.end(JSON.stringify({ port: node.port, reads: cluster.counts.calls.read ?? 0 }));
});
control.listen(0, '127.0.0.1', () => {
  console.log(`is ready at http://127.0.0.1:${(control.address() as AddressInfo).port}`);
});
process.once('SIGTERM', () => process.exit(0));
