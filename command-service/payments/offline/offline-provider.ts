import type { Pool } from 'pg';
import { deriveUuid } from '../../engine/command.ts';
import type { PaymentProvider } from '../port.ts';
import { OfflineCheckouts } from './checkouts.ts';

const PREFIX = 'offline-';

/** The reference of the subscription that a confirmed checkout starts. */
export function offlineReference(sessionId: string): string {
  return `${PREFIX}${sessionId}`;
}

/** The sessions of the references that this provider has made. */
export function sessionsOf(references: readonly string[]): string[] {
  return references.filter(isOfflineReference).map((reference) => reference.slice(PREFIX.length));
}

export function isOfflineReference(reference: string): boolean {
  return reference.startsWith(PREFIX);
}

/**
 * The built-in provider, used when no payment provider is configured. No money moves, and its checkout page says so. It has no
 * transfers: a payout stays processing until the owner marks it as paid.
 */
export function createOfflineProvider(options: {
  readonly pool: Pool;
  /** Without a slash at the end. */
  readonly publicUrl: string;
}): PaymentProvider {
  const { pool, publicUrl } = options;
  const checkouts = new OfflineCheckouts(pool);
  return {
    name: 'offline',
    checkouts,
    async checkout({ orderId, tenantId, plan }) {
      const sessionId = deriveUuid('offline checkout', orderId);
      await checkouts.open({ sessionId, tenantId, plan });
      return { url: `${publicUrl}/checkout/${sessionId}` };
    },
    cancel: async () => {},
    endAll: async () => {},
    onboard: async () => null,
  };
}
