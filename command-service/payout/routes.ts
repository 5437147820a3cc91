import { streams } from '@perktree/contracts/catalogue/events';
import { toMinor } from '@perktree/contracts/kernel/money';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { payoutCalls } from '@perktree/contracts/payout/calls';
import { payoutFundingCalls } from '@perktree/contracts/payout/funding-calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { CommandServiceDeps } from '../deps.ts';
import { deriveUuid } from '../engine/command.ts';
import { asOwner } from '../http/business-caller.ts';
import { commandContext } from '../http/command-context.ts';
import { executeWithNote } from '../http/execute-with-note.ts';
import { ownSite, siteFold } from '../site/decisions/state.ts';
import { decideByOperator } from './decisions/funding.ts';
import { fundingsFold } from './decisions/funding-state.ts';
import { decideWriteOff } from './decisions/settle-balance.ts';
import { earnedBy, readEarnedEntries } from './earned-entries.ts';
import type { PayoutDeps, PayoutHandlers } from './handlers.ts';
import { findPayables } from './payables.ts';
import type { PayoutPlaces } from './payout-places.ts';
import { settleWithProvider } from './provider-payouts.ts';
import { recordedAccount } from './record-payee.ts';
import { settleInSteps } from './settle-in-steps.ts';

type Deps = Pick<CommandServiceDeps, 'handler' | 'authenticate' | 'accounts' | 'clock' | 'pool' | 'logger'> & {
  readonly store: Pick<CommandServiceDeps['store'], 'readStream'>;
  readonly places: Pick<PayoutPlaces, 'upToDate'>;
};

/** `POST /api/sites/{siteId}/distributors/{distributorId}/write-off`: by the owner of the site. */
function mountWriteOffRoute(app: FastifyInstance, deps: Deps): void {
  const { handler, authenticate, accounts, clock, pool, places } = deps;

  mountCall(app, authenticate, payoutCalls.writeOffBalance, async ({ params, body, session, request }) => {
    const { siteId, distributorId } = params;
    const { state: site } = await handler.load(streams.site(siteId), siteFold);
    const { tenantId } = ownSite(site, session.tenantId);
    const context = commandContext({ request, session, commandName: 'WriteOffBalance', clock, role: 'site_owner' });
    await places.upToDate();
    const { currency, reason } = body;
    const payables = await findPayables(pool, siteId, context.now, { distributorId });
    const rows = payables.find((payable) => payable.currency === currency)?.rows ?? [];
    const payee = { siteId, distributorId, currency, rows, maturedBy: context.now };
    const entries = earnedBy(await readEarnedEntries(deps, rows), payee, deps.logger);
    const isErased = (await accounts.erasedAmong([distributorId])).has(distributorId);
    const writeOffId = deriveUuid('write-off', context.commandId);
    const noteId = deriveUuid('write-off note', writeOffId);
    const note =
      body.note === undefined ? null : { noteId, authorId: session.userId, about: [distributorId], text: body.note };
    const command = {
      writeOffId,
      siteId,
      tenantId,
      distributorId,
      currency,
      entries,
      reason,
      isErased,
      amountMinor: toMinor(body.amount, currency),
    };
    const { state, position } = await settleInSteps({
      stream: streams.payouts(siteId, distributorId),
      context,
      firstCommandId: writeOffId,
      // Every step stores the text again that a refused step has deleted: only the last step appends the event that names it.
      execute: (step) => executeWithNote({ handler, notes: accounts }, step, note),
      decide: (payouts, combinedId, noted) => decideWriteOff(payouts, { ...command, note: noted, combinedId }),
    });
    const writeOff = state.writeOffs.get(writeOffId);
    if (writeOff === undefined) throw new Refused('NOTHING_TO_WRITE_OFF');
    return { answer: { id: writeOffId, amount: writeOff.amount, currency, reason }, position };
  });
}

export function mountPayoutRoutes(app: FastifyInstance, deps: PayoutDeps & { readonly payouts: PayoutHandlers }): void {
  const { authenticate, clock, payouts } = deps;
  const by = (input: Parameters<typeof asOwner>[0]) => asOwner(input, clock);

  mountCall(app, authenticate, payoutCalls.generatePayouts, (input) =>
    payouts.generate(input.params.siteId, by(input)),
  );

  mountCall(app, authenticate, payoutCalls.payoutPreview, (input) =>
    payouts.preview(input.params.siteId, by(input), clock().toISOString()),
  );

  mountCall(app, authenticate, payoutCalls.markPayoutPaid, (input) =>
    payouts.markPaid(input.params.payoutId, input.body.reference, by(input)),
  );

  mountCall(app, authenticate, payoutCalls.cancelPayout, (input) =>
    payouts.cancel(input.params.payoutId, input.body.reason, by(input)),
  );

  mountCall(app, authenticate, payoutCalls.returnPayout, (input) =>
    payouts.returned(input.params.payoutId, input.body.reason, by(input)),
  );

  mountCall(app, authenticate, payoutCalls.correctPayoutReference, (input) =>
    payouts.correctReference(input.params.payoutId, input.body, by(input)),
  );

  mountWriteOffRoute(app, deps);

  mountCall(app, authenticate, payoutCalls.payoutAccount, async ({ session, request }) => {
    const { userId } = session;
    const onboarding = await deps.payments.onboard(userId);
    const accountHash = (await deps.payments.payouts?.accountHash(userId)) ?? null;
    if (accountHash !== null) {
      const context = commandContext({ request, session, commandName: 'ChangePayoutAccount', clock });
      await recordedAccount(deps, { userId, accountHash, context });
    }
    return { answer: { url: onboarding?.url ?? null } };
  });

  // The operator's decisions on the money for payouts; its owner's payouts continue at once.
  mountCall(app, authenticate, payoutFundingCalls.decidePayoutFunding, async ({ params, body, session, request }) => {
    const { tenantId, fundingId } = params;
    const { state, position } = await deps.handler.execute({
      stream: streams.payoutFunding(tenantId),
      fold: fundingsFold,
      decide: (fundings) => decideByOperator(fundings, { fundingId, ...body }),
      context: commandContext({ request, session, clock, commandName: 'DecidePayoutFunding', role: 'superadmin' }),
    });
    await settleWithProvider(deps, tenantId, await deps.places.withProvider(tenantId));
    const status = state.fundings.get(fundingId)?.status ?? 'failed';
    return { answer: { id: fundingId, tenantId, status }, position };
  });
}
