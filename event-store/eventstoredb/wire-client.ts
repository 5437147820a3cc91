import { EventStoreDBClient } from '@eventstore/db-client';
import streamsService, { type StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { SerialisedEvent } from '../serialise.ts';
import { type AppendAnswer, type AppendCall, AppendStream, type SeenEvents } from './append-stream.ts';
import type { ConnectionSettings } from './connection-url.ts';
import { Unsettled } from './failures.ts';

/** Attempts of a discovery, and seconds for each: the client's own defaults add up to a minute. */
const DISCOVERY = { maxDiscoverAttempts: 2, gossipTimeout: 2 };
/**
 * Keep-alive interval and timeout of a connection, in milliseconds: a server that freezes is noticed after 4 s, before the time
 * limit of a call (`TIMING.callMs`), so that its calls go to the next leader.
 */
const KEEP_ALIVE = { keepAliveInterval: 2_000, keepAliveTimeout: 2_000 };

let made = 0;

/**
 * The client with a connection of its own. Two features of the base class are disabled:
 *
 * - Batch appends: `appendToStream` uses the older `Append` call. Batches share a table of callers across all clients of the
 *   process, so a failing connection rejects the appends of the others, and they ignore deadlines. The check whether the
 *   server supports them has no deadline either, and its failure is cached for the life of the client. `AppendStream`
 *   replaces them.
 * - Shared connections: clients with equal settings share one, and its pause between attempts, which grows to two minutes. So
 *   no two clients have equal settings.
 */
export class WireClient extends EventStoreDBClient {
  /** All channels ever opened: the base class may replace a failed one while `close` runs. */
  private readonly opened = new Set<ReturnType<WireClient['getChannel']>>();
  private closed = false;
  /** The append call of each connection. A client has one connection at a time. */
  private readonly appendCalls = new WeakMap<StreamsClient, AppendCall>();
  private appends: AppendStream | undefined;
  private readonly openAppendCall = this.GRPCStreamCreator(
    streamsService.StreamsClient,
    'appends',
    (client: StreamsClient): AppendCall => {
      const [metadata, options] = this.callArguments({ requiresLeader: true }, { deadline: Number.POSITIVE_INFINITY });
      const call = client.batchAppend(metadata, options);
      // Registered at once, so that no event of the call is missed.
      this.appends = new AppendStream(call);
      return call;
    },
    this.appendCalls,
  );

  protected override supports = async () => false;

  constructor(settings: ConnectionSettings) {
    const { hosts, tls, discover, certificates, nodePreference, options, connectionName } = settings;
    const { keepAliveTimeout, ...others } = { ...KEEP_ALIVE, ...DISCOVERY, ...options };
    const { root: rootCertificate, user } = certificates;
    made = (made + 1) % 1000;
    const client = {
      ...others,
      // The only setting that can differ without an effect on a working connection.
      keepAliveTimeout: keepAliveTimeout < 0 ? keepAliveTimeout : keepAliveTimeout + made,
      ...(connectionName ? { connectionName } : {}),
    };
    const security = {
      insecure: !tls,
      ...(rootCertificate ? { rootCertificate } : {}),
      ...(user ? { userCertFile: user.cert, userKeyFile: user.key } : {}),
    };
    const [first, ...rest] = hosts.map(({ address, port }) => ({ address, port }));
    if (!first) throw new RangeError('no host');
    const login = settings.credentials && { ...settings.credentials };
    // The base class prints on the console that it recommends an interval of 10 s or more.
    const { warn } = console;
    console.warn = () => {};
    try {
      if (discover) super({ ...client, discover: first, nodePreference }, security, login);
      else if (rest.length > 0) super({ ...client, endpoints: [first, ...rest], nodePreference }, security, login);
      else super({ ...client, endpoint: first }, security, login);
    } finally {
      console.warn = warn;
    }
    const open = this.getChannel;
    this.getChannel = async () => {
      // After close() a new connection would never be closed.
      this.throwIfClosed();
      const channel = open();
      this.opened.add(channel);
      await channel;
      // Finding the leader can take longer than the call may, so close() may have been called meanwhile.
      this.throwIfClosed();
      return channel;
    };
    // The base class starts appends in `new Promise(async …)`, which swallows the error of a closed channel.
    const { execute } = this;
    this.execute = (service, name, action) =>
      execute(service, name, (client) => {
        this.throwIfClosed();
        return action(client);
      });
  }

  /** Opens the shared append call where none is open. @throws the connection's error */
  async openAppends(): Promise<void> {
    await this.openAppendCall();
  }

  /** Appends on the shared append call. @throws Unsettled, or the error that ended the connection */
  async appendShared(
    stream: string,
    expected: number,
    events: readonly SerialisedEvent[],
    /** Proof that the event at the expected revision exists; null if none is needed, or it was just read. */
    shownBy: SeenEvents | null,
  ): Promise<AppendAnswer> {
    if (shownBy && shownBy !== this.seen) throw new Unsettled('the connection was lost');
    if (!this.appends) throw new Unsettled('there is no call for appends');
    return this.appends.append(stream, expected, events);
  }

  /** Events that the open append call has proved to exist; undefined without an open call. */
  get seen(): SeenEvents | undefined {
    return this.appends?.seen;
  }

  /** @throws Unsettled after `close` */
  private throwIfClosed(): void {
    if (this.closed) throw new Unsettled('the connection is closed');
  }

  /** Accepts no further calls. Calls in progress continue unless `cut`. */
  async close({ cut }: { readonly cut: boolean }): Promise<void> {
    this.closed = true;
    if (cut) await this.dispose();
    this.appends?.close();
    for (const opening of this.opened) {
      try {
        (await opening).close();
      } catch {
        // It was never opened, or is already closed.
      }
    }
  }
}
