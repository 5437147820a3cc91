import { EventStoreDBClient } from '@eventstore/db-client';
import type { ConnectionSettings } from './connection-url.ts';

/** Tries of a discovery, and seconds for each: the client's own defaults add up to a minute. */
const DISCOVERY = { maxDiscoverAttempts: 2, gossipTimeout: 2 };
/** Milliseconds without traffic after which a connection is asked whether it lives, and until it must have answered. */
const KEEP_ALIVE = { keepAliveInterval: 10_000, keepAliveTimeout: 5_000 };

let made = 0;

/**
 * The client, with one connection of its own, less what makes it dangerous:
 *
 * - Appends go by the older `Append` call. Batches keep their callers in a table that all clients of the process share, so
 *   a dying connection rejects the appends of the others; they heed no deadline. To ask whether batches are supported
 *   is a call without a deadline, too, whose failure is remembered for the client's life.
 * - Connections are not shared between clients. They would be where all settings are the same, together with a pause
 *   before the next attempt that grows to two minutes: so the settings of no two are the same.
 */
export class WireClient extends EventStoreDBClient {
  private opened: ReturnType<WireClient['getChannel']> | undefined;

  protected override supports = async () => false;

  constructor(settings: ConnectionSettings) {
    const { hosts, tls, discover, certificates, nodePreference, options, connectionName } = settings;
    const { keepAliveTimeout, ...others } = { ...KEEP_ALIVE, ...DISCOVERY, ...options };
    const { root: rootCertificate, user } = certificates;
    made = (made + 1) % 1000;
    const client = {
      ...others,
      // The one setting without any effect on a connection that works.
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
    if (discover) super({ ...client, discover: first, nodePreference }, security, login);
    else if (rest.length > 0) super({ ...client, endpoints: [first, ...rest], nodePreference }, security, login);
    else super({ ...client, endpoint: first }, security, login);
    const open = this.getChannel;
    this.getChannel = () => {
      this.opened = open();
      return this.opened;
    };
  }

  /** Takes no further calls. Those under way go on unless they are cut. */
  async close({ cut }: { readonly cut: boolean }): Promise<void> {
    if (cut) await this.dispose();
    try {
      (await this.opened)?.close();
    } catch {
      // It had never been opened, or is closed already.
    }
  }
}
