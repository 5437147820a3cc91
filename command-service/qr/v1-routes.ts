import { Refused } from '@perktree/contracts/kernel/refusals';
import { v1QrCalls as calls, v1QrOf } from '@perktree/contracts/qr/v1-calls';
import { type AuthenticateKey, coversSites, type KeyCaller } from '@perktree/platform/http/key-caller';
import { mountKeyCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { CommandServiceDeps } from '../deps.ts';
import { asKey, siteFor } from '../http/business-caller.ts';
import { change, OWNER_CHANGES } from './change-routes.ts';
import { createRoot } from './create-routes.ts';
import { type LocatedQr, loadSite } from './locate.ts';

/** An API key acts on QRs as the owner of their site. */
const actor = { kind: 'site_owner' } as const;

const CHANGES = [
  [calls.v1DeactivateQr, 'DeactivateQr'],
  [calls.v1ActivateQr, 'ActivateQr'],
] as const;

/** QR commands of owners, for programs with an API key. */
export function mountV1QrRoutes(
  app: FastifyInstance,
  deps: CommandServiceDeps & { readonly authenticateKey: AuthenticateKey },
): void {
  const { handler, authenticateKey, clock } = deps;

  mountKeyCall(app, authenticateKey, calls.v1CreateQr, async (input) => {
    const { siteId, ...body } = input.body;
    const caller = asKey(input, clock);
    const site = await siteFor(handler, caller, siteId);
    const { answer, position } = await createRoot(deps, { site, actor, body, context: caller.context('CreateRootQr') });
    return { answer: v1QrOf(answer), position };
  });

  for (const [definition, commandName] of CHANGES) {
    const { decide, execute } = OWNER_CHANGES[commandName];
    mountKeyCall(app, authenticateKey, definition, async (input) => {
      const located = await locateFor(deps, input.key, input.params.qrId);
      const context = asKey(input, clock).context(commandName);
      const { answer, position } = await change(deps, located, { context, decide }, execute);
      return { answer: v1QrOf(answer), position };
    });
  }
}

/** @throws Refused QR_NOT_FOUND, also for a QR of a site that the key does not cover */
async function locateFor(deps: CommandServiceDeps, key: KeyCaller, qrId: string): Promise<LocatedQr> {
  const place = await deps.lookups.byQrId(qrId);
  const isOwn = place?.tenantId === key.tenantId && coversSites(key.siteIds, [place.siteId]);
  const site = place !== null && isOwn ? await loadSite(deps, place.siteId) : null;
  if (place === null || site === null) throw new Refused('QR_NOT_FOUND');
  return { place, site, actor };
}
