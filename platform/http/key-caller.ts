import type { KeyScope } from '@perktree/contracts/kernel/scopes';
import type { FastifyRequest } from 'fastify';

/** A program that calls with an API key. */
export interface KeyCaller {
  readonly keyId: string;
  /** The business that the key belongs to. */
  readonly tenantId: string;
  readonly scopes: readonly KeyScope[];
  /** Null: all sites of the business. */
  readonly siteIds: readonly string[] | null;
}

/** Null: no key, or one that does not work now or from there. @throws Refused ACCOUNT_LOCKED */
export type AuthenticateKey = (request: FastifyRequest) => Promise<KeyCaller | null>;

/** Whether something of these sites may be used by a caller who is limited to some. Null: all sites, also later ones. */
export function coversSites(allowed: readonly string[] | null, siteIds: readonly string[] | null): boolean {
  return allowed === null || (siteIds?.every((siteId) => allowed.includes(siteId)) ?? false);
}
