import { createServer, type Server as NetServer, type Socket } from 'node:net';
// biome-ignore lint/style/noRestrictedImports: a double of a server, in a process of its own
import { setTimeout as sleep } from 'node:timers/promises';
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import featuresService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import {
  type ConnectionInjector,
  type Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerReadableStream,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js';
import { batchAnswer, batchExpectedOf, batchFailure } from './batch-messages.ts';
import type { EventLog, Expected, NewLoggedEvent } from './event-log.ts';
import type { Faults } from './faults.ts';
import {
  appendAnswer,
  eventOf,
  expectedOf,
  failure,
  nameOf,
  notLeader,
  type Refusal,
  refusalOf,
  type Settled,
} from './messages.ts';
import { answerRead, type ReadCall } from './reading.ts';

type AppendCall = ServerReadableStream<streams.AppendReq, streams.AppendResp>;
type BatchAppendCall = ServerDuplexStream<streams.BatchAppendReq, streams.BatchAppendResp>;

/** In PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

interface Counts {
  readonly calls: Record<string, number>;
  /** Credentials of the calls: `user:password`. */
  readonly users: string[];
  eventsSent: number;
  openReads: number;
  openSubscriptions: number;
  appendsNow: number;
  appendsAtOnce: number;
  connections: number;
}

/** As the server has it where nothing else is configured. */
const MAX_APPEND_BYTES = 1_048_576;

/** Shared state of a cluster's nodes. */
export interface Cluster {
  log: EventLog;
  readonly faults: Faults;
  readonly nodes: Node[];
  leader: number;
  /** A new one after each reset: calls that end later count where they began. */
  counts: Counts;
  /** Stops all nodes, and starts them again after `downMs`. */
  crash(downMs: number): void;
}

/** A server answers about a hundred calls at once on a connection. */
const OPTIONS = { 'grpc.max_concurrent_streams': 100 };

/** One server of the cluster, on a port of its own that it keeps. */
export class Node {
  readonly sockets = new Set<Socket>();
  private listener: NetServer | undefined;
  private readonly grpc = new Server(OPTIONS);
  private readonly injector: ConnectionInjector;

  constructor(
    private readonly cluster: Cluster,
    readonly port: number,
    tls: Certificate | undefined,
  ) {
    this.grpc.addService(gossipService.GossipService, { read: this.gossip });
    this.grpc.addService(streamsService.StreamsService, {
      append: this.append,
      read: this.read,
      batchAppend: this.batchAppend,
      // The product does not call these; a call would be counted.
      delete: this.unimplemented,
      tombstone: this.unimplemented,
    });
    this.grpc.addService(featuresService.ServerFeaturesService, { getSupportedMethods: this.features });
    const pair = tls && { cert_chain: Buffer.from(tls.cert), private_key: Buffer.from(tls.key) };
    this.injector = this.grpc.createConnectionInjector(
      pair ? ServerCredentials.createSsl(null, [pair]) : ServerCredentials.createInsecure(),
    );
  }

  async listen(): Promise<void> {
    const listener = createServer((socket) => {
      this.cluster.counts.connections++;
      this.sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => this.sockets.delete(socket));
      this.injector.injectConnection(socket);
    });
    await new Promise<void>((resolve) => listener.listen(this.port, '127.0.0.1', resolve));
    this.listener = listener;
  }

  cutConnections(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    const { listener } = this;
    this.listener = undefined;
    const closed = listener && new Promise((resolve) => listener.close(resolve));
    this.cutConnections();
    await closed;
  }

  private count(call: string): void {
    const { calls } = this.cluster.counts;
    calls[call] = (calls[call] ?? 0) + 1;
  }

  /** An error to answer with at once; 'mute' for no answer at all. */
  private obstacle(metadata: Metadata) {
    const { faults, counts } = this.cluster;
    const [, login] = /^Basic (.*)$/.exec(String(metadata.get('authorization')[0])) ?? [];
    if (login) counts.users.push(Buffer.from(login, 'base64').toString());
    if (faults.mute) return 'mute';
    if (faults.notReady > 0) {
      faults.notReady--;
      return refusalOf({ kind: 'not ready' });
    }
    return this.otherLeader(metadata);
  }

  private otherLeader(metadata: Metadata) {
    const { nodes, leader } = this.cluster;
    const wantsLeader = metadata.get('requires-leader')[0] === 'true';
    const leads = nodes[leader];
    return wantsLeader && leads && leads !== this ? notLeader({ address: '127.0.0.1', port: leads.port }) : null;
  }

  private readonly unimplemented = (_: unknown, answer?: sendUnaryData<unknown>) => {
    this.count('unimplemented');
    answer?.({ code: status.UNIMPLEMENTED, details: 'not in the double' });
  };

  private readonly read = (call: ReadCall) => {
    this.count(call.request.getOptions()?.hasSubscription() ? 'subscribe' : 'read');
    const { log, faults, counts } = this.cluster;
    counts.openReads++;
    const ended = () => counts.openReads--;
    const obstacle = this.obstacle(call.metadata);
    if (obstacle === 'mute') return void call.once('cancelled', ended);
    if (obstacle) {
      ended();
      return void call.emit('error', obstacle);
    }
    void answerRead(call, { log, faults, counts })
      .catch((error) => call.emit('error', error))
      .finally(ended);
  };

  private readonly append = (call: AppendCall, answer: sendUnaryData<streams.AppendResp>) => {
    this.count('append');
    const messages: streams.AppendReq[] = [];
    call.on('data', (message: streams.AppendReq) => messages.push(message));
    call.on('error', () => {});
    call.on('end', () => {
      const obstacle = this.obstacle(call.metadata);
      if (obstacle === 'mute') return;
      if (obstacle) return answer(obstacle);
      void this.takeCall(messages, answer);
    });
  };

  /** Appends on a call that stays open; each has its answer when it is done. */
  private readonly batchAppend = (call: BatchAppendCall) => {
    this.count('batchAppend');
    const obstacle = this.obstacle(call.metadata);
    if (obstacle && obstacle !== 'mute') return void call.emit('error', obstacle);
    call.on('error', () => {});
    call.on('end', () => call.end());
    call.on('data', (request: streams.BatchAppendReq) => {
      this.count('append');
      const options = request.getOptions();
      const { faults } = this.cluster;
      if (faults.mute || !options) return;
      if (faults.notReady > 0) {
        faults.notReady--;
        return void call.write(batchFailure(request, { kind: 'not ready' }));
      }
      // Another node has become the leader: the call ends, and its waiting appends fail.
      const elsewhere = this.otherLeader(call.metadata);
      if (elsewhere) return void call.emit('error', elsewhere);
      void this.takeAppend(nameOf(options.getStreamIdentifier()), batchExpectedOf(options), {
        events: request.getProposedMessagesList().map(eventOf),
        fail: (why) => call.write(batchFailure(request, why)),
        succeed: (outcome, withPosition) => call.write(batchAnswer(request, outcome, withPosition)),
      });
    });
  };

  private takeCall([head, ...rest]: streams.AppendReq[], answer: sendUnaryData<streams.AppendResp>) {
    const options = head?.getOptions();
    if (!options) return answer(failure(status.INVALID_ARGUMENT, 'no options'));
    const expected = expectedOf(options);
    return this.takeAppend(nameOf(options.getStreamIdentifier()), expected, {
      events: rest.flatMap((message) => message.getProposedMessage() ?? []).map(eventOf),
      fail: (why) => answer(refusalOf(why)),
      succeed: (outcome, withPosition) => answer(null, appendAnswer(outcome, expected, withPosition)),
    });
  }

  private async takeAppend(
    stream: string,
    expected: Expected,
    asked: {
      readonly events: readonly NewLoggedEvent[];
      fail(why: Refusal): void;
      succeed(outcome: Settled, withPosition: boolean): void;
    },
  ) {
    const { cluster } = this;
    const { faults, log, counts } = cluster;
    const { events, fail } = asked;
    if (sizeOf(events) > MAX_APPEND_BYTES) return fail({ kind: 'too large', max: MAX_APPEND_BYTES });
    const { cutNextAppend, crashAtNextAppend, timeOutNextAppend } = faults;
    faults.cutNextAppend = null;
    faults.crashAtNextAppend = null;
    faults.timeOutNextAppend = false;
    if (cutNextAppend === 'before') return this.cutConnections();
    if (crashAtNextAppend?.when === 'before') return cluster.crash(crashAtNextAppend.downMs);
    const outcome = log.append(stream, expected, events);
    if (cutNextAppend === 'after') return this.cutConnections();
    if (crashAtNextAppend) return cluster.crash(crashAtNextAppend.downMs);
    if (timeOutNextAppend) return fail({ kind: 'timed out' });
    if (outcome.kind === 'deleted') return fail({ kind: 'deleted', stream });
    counts.appendsNow++;
    counts.appendsAtOnce = Math.max(counts.appendsAtOnce, counts.appendsNow);
    if (faults.slowAppendsMs > 0) await sleep(faults.slowAppendsMs);
    counts.appendsNow--;
    asked.succeed(outcome, !(outcome.kind === 'idempotent' && faults.withoutPositions));
  }

  /** Answers like a current server, which supports batches. */
  private readonly features = (_: unknown, answer: sendUnaryData<features.SupportedMethods>) => {
    this.count('features');
    const method = new features.SupportedMethod();
    method.setServiceName('event_store.client.streams.streams').setMethodName('batchappend');
    answer(null, new features.SupportedMethods().setEventStoreServerVersion('24.10.0').setMethodsList([method]));
  };

  private readonly gossip = (_: unknown, answer: sendUnaryData<gossip.ClusterInfo>) => {
    this.count('gossip');
    const { Follower, Leader } = { Follower: 6, Leader: 8 };
    const members = this.cluster.nodes.map(({ port, listener }, index) => {
      const member = new gossip.MemberInfo();
      member.setInstanceId(new shared.UUID().setString(crypto.randomUUID()));
      member.setState(index === this.cluster.leader ? Leader : Follower);
      member.setIsAlive(listener !== undefined);
      member.setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(port));
      return member;
    });
    answer(null, new gossip.ClusterInfo().setMembersList(members));
  };
}

/** As a server counts it, in bytes: names of types as UTF-16. */
const sizeOf = (events: readonly NewLoggedEvent[]) =>
  events.reduce((sum, { type, data, metadata }) => sum + 2 * type.length + data.length + metadata.length, 0);
