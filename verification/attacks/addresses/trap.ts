import { lookup } from 'node:dns';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { openBusiness } from '@perktree/apps/standalone/testing/open-business';
import type { Resolve } from '@perktree/platform/outgoing/public-address';

/** A service of this machine that no webhook may reach. It counts connections. */
class Trap {
  connections = 0;

  private constructor(private readonly server: Server) {}

  static async open(): Promise<Trap> {
    const server = createServer();
    const trap = new Trap(server);
    server.on('connection', (socket) => {
      trap.connections += 1;
      socket.destroy();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return trap;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    await new Promise((done) => this.server.close(done));
  }
}

/** A name server of the attacker, whose answers change. Unknown names are resolved by the machine. */
class ChangingNames {
  private readonly names = new Map<string, readonly string[]>();

  /** Sets the answer from now on. @param addresses empty: the name is not found */
  answer(name: string, addresses: readonly string[]): void {
    this.names.set(name, addresses);
  }

  readonly resolve: Resolve = ((name: string, options: object, callback: Callback) => {
    const addresses = this.names.get(name);
    if (addresses === undefined) return lookup(name, { ...options, all: true }, callback);
    if (addresses.length === 0) return callback(Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' }), []);
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
    // Of the overloads of Node's function, only this one is used.
  }) as unknown as Resolve;
}

type Callback = (error: NodeJS.ErrnoException | null, addresses: { address: string; family: number }[]) => void;

/** Instead of hours. */
const RETRY_MS = 100;
const ATTEMPTS = 3;

/**
 * A product that sends webhooks only to public addresses, one of its businesses, and a trap that webhooks must not reach.
 * @param options.allowPrivate removes the product's guard, to test the attack itself
 */
export async function openAttackedEndpoints({ allowPrivate = false } = {}) {
  const names = new ChangingNames();
  const trap = await Trap.open();
  const composed = await startComposedApp({
    spendsBudgets: false,
    webhookAllowPrivate: allowPrivate,
    resolveName: names.resolve,
    sendsWebhooks: { delayAfter: (attempts) => (attempts < ATTEMPTS ? RETRY_MS : null), pollMs: RETRY_MS },
  });
  const business = await openBusiness(composed.app, 'endpoints');
  return {
    ...{ composed, business, names, trap },
    async close() {
      await composed.close();
      await trap.close();
    },
  };
}
export type AttackedEndpoints = Awaited<ReturnType<typeof openAttackedEndpoints>>;
