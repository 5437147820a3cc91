import { payoutCalls } from '@perktree/contracts/http/payouts';
import { toMinor } from '@perktree/contracts/money';
import { Refused } from '@perktree/contracts/refusals';
import { streams } from '@perktree/contracts/streams';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import { decideWriteOff } from '../../domain/payout/settle-balance.ts';
import { type PayoutsState, payoutsDecider } from '../../domain/payout/state.ts';
import { ownSite, siteDecider } from '../../domain/site/state.ts';
import { deriveUuid } from '../../engine/derive-uuid.ts';
import { commandContext } from '../command-context.ts';
import type { CommandServiceDeps } from '../deps.ts';
import { withNote } from '../execute-with-note.ts';
import { findPayables } from './payables.ts';
import type { PayoutPlaces } from './payout-places.ts';
import { settleInSteps } from './settle-in-steps.ts';

type Deps = Pick<CommandServiceDeps, 'handler' | 'authenticate' | 'accounts' | 'clock' | 'pool'> & {
  readonly places: Pick<PayoutPlaces, 'upToDate'>;
};

/** `POST /api/sites/{siteId}/distributors/{distributorId}/write-off`: by the owner of the site. */
export function mountWriteOffRoute(app: FastifyInstance, deps: Deps): void {
  const { handler, authenticate, accounts, clock, pool, places } = deps;

  mountCall(app, authenticate, payoutCalls.writeOffBalance, async ({ params, body, session, request }) => {
    const { siteId, distributorId } = params;
    const { state: site } = await handler.load(streams.site(siteId), siteDecider);
    const { tenantId } = ownSite(site, session.tenantId);
    const context = commandContext({ request, session, commandName: 'WriteOffBalance', clock, role: 'site_owner' });
    await places.upToDate();
    const { currency, reason, note } = body;
    const payables = await findPayables(pool, siteId, context.now, distributorId);
    const entries = payables.find((payable) => payable.currency === currency)?.entries ?? [];
    const isErased = (await accounts.erasedAmong([distributorId])).has(distributorId);
    const writeOffId = deriveUuid('write-off', context.commandId);
    const noteId = note === undefined ? null : deriveUuid('write-off note', writeOffId);
    const command = {
      ...{ writeOffId, siteId, tenantId, distributorId, currency, entries, reason, noteId, isErased },
      amountMinor: toMinor(body.amount, currency),
    };
    const stream = streams.payouts(siteId, distributorId);
    const decide = (payouts: PayoutsState, combinedId: string) => decideWriteOff(payouts, { ...command, combinedId });
    const settle = () => settleInSteps({ handler, stream, context, firstCommandId: writeOffId, decide });
    const firstStep = {
      ...{ stream, decider: payoutsDecider, context: { ...context, commandId: writeOffId } },
      decide: (payouts: PayoutsState) => decide(payouts, writeOffId),
    };
    const { state, position } =
      noteId === null || note === undefined
        ? await settle()
        : await withNote(
            accounts,
            { noteId, authorId: session.userId, about: [distributorId], text: note },
            { dryRun: () => handler.dryRun(firstStep), execute: settle },
          );
    const writeOff = state.writeOffs.get(writeOffId);
    if (writeOff === undefined) throw new Refused('NOTHING_TO_WRITE_OFF');
    return { answer: { id: writeOffId, amount: writeOff.amount, currency, reason }, position };
  });
}
