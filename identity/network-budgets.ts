import { createHmac } from 'node:crypto';
import { clientNetwork } from '@perktree/platform/http/client-network';
import type { Pool } from 'pg';
import { createFailureCounters } from './failure-counters.ts';

/** What one network may do in a window, counted whether it succeeds or not. */
export interface NetworkLimits {
  readonly register: number;
  /** Scans of visitors who are new to the product. */
  readonly visit: number;
  /** Sign-ins begun at an OpenID Connect provider. Each stores a row before the person is known. */
  readonly providerSignIn: number;
}

export const WINDOW_MS = 10 * 60 * 1000;
/** Sixty guests of a café who all register and scan stay below half of it. */
export const DEFAULT_NETWORK_LIMITS: NetworkLimits = { register: 150, visit: 300, providerSignIn: 300 };

export type NetworkBudgets = ReturnType<typeof createNetworkBudgets>;

/** Counted in Postgres, for all processes together. Networks are stored as HMACs. */
export function createNetworkBudgets(options: {
  readonly pool: Pool;
  readonly secret: string;
  readonly clock: () => Date;
  readonly limits?: NetworkLimits;
}) {
  const { pool, secret, clock, limits = DEFAULT_NETWORK_LIMITS } = options;
  const counters = createFailureCounters(pool, clock, WINDOW_MS);

  return {
    /** @throws Refused TOO_MANY_REQUESTS: the network's budget is spent */
    async spend(what: keyof NetworkLimits, ip: string): Promise<void> {
      const network = createHmac('sha256', secret).update(clientNetwork(ip)).digest('base64url');
      await counters.spend(`budget:${what}:${network}`, limits[what]);
    },
  };
}
