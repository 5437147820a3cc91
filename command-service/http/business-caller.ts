import { streams } from '@perktree/contracts/catalogue/events';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { coversSites, type KeyCaller } from '@perktree/platform/http/key-caller';
import type { Session } from '@perktree/platform/http/session';
import type { FastifyRequest } from 'fastify';
import type { CommandContext } from '../engine/command.ts';
import type { CommandHandler } from '../engine/command-handler.ts';
import { type Site, siteFold } from '../site/decisions/state.ts';
import { commandContext } from './command-context.ts';

/** The caller of a business's commands: its owner with a session, or a program with an API key. */
export interface BusinessCaller {
  /** Id of the account or of the API key. */
  readonly id: string;
  readonly tenantId: string;
  /** Whether a program with an API key calls. */
  readonly isKey: boolean;
  /** Null: all sites of the business. */
  readonly siteIds: readonly string[] | null;
  /** The refusal for a site that does not exist or that the caller may not act on. */
  readonly siteRefusal: 'SITE_NOT_FOUND' | 'API_KEY_SITE_NOT_ALLOWED';
  context(commandName: string): CommandContext;
}

/** The business of an owner. @throws Refused NOT_ALLOWED if the account owns none */
export function ownTenant({ tenantId }: Session): string {
  if (tenantId === null) throw new Refused('NOT_ALLOWED');
  return tenantId;
}

/** @throws Refused NOT_ALLOWED if the account owns no business */
export function asOwner(
  { session, request }: { readonly session: Session; readonly request: FastifyRequest },
  clock: () => Date,
): BusinessCaller {
  return {
    id: session.userId,
    tenantId: ownTenant(session),
    isKey: false,
    siteIds: null,
    siteRefusal: 'SITE_NOT_FOUND',
    context: (commandName) => commandContext({ request, session, clock, commandName, role: 'site_owner' }),
  };
}

export function asKey(
  { key, request }: { readonly key: KeyCaller; readonly request: FastifyRequest },
  clock: () => Date,
): BusinessCaller {
  const { keyId: id, tenantId, siteIds } = key;
  return {
    id,
    tenantId,
    isKey: true,
    siteIds,
    siteRefusal: 'API_KEY_SITE_NOT_ALLOWED',
    context: (commandName) => commandContext({ request, session: null, key, clock, commandName }),
  };
}

/**
 * Loads a site that the caller may act on.
 * @throws Refused with the caller's `siteRefusal` otherwise
 */
export async function siteFor(
  handler: CommandHandler,
  { tenantId, siteIds, siteRefusal }: Pick<BusinessCaller, 'tenantId' | 'siteIds' | 'siteRefusal'>,
  siteId: string,
): Promise<Site> {
  if (!coversSites(siteIds, [siteId])) throw new Refused(siteRefusal);
  const { state } = await handler.load(streams.site(siteId), siteFold);
  if (state === null || state.tenantId !== tenantId) throw new Refused(siteRefusal);
  return state;
}
