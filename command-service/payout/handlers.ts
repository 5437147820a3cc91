import { type EventData, streams } from '@perktree/contracts/catalogue/events';
import { CURRENCIES, sumAmounts } from '@perktree/contracts/kernel/money';
import { Refused } from '@perktree/contracts/kernel/refusals';
import type { PayoutAnswer } from '@perktree/contracts/payout/calls';
import { PLANS } from '@perktree/contracts/subscription/plans';
import { coversSites } from '@perktree/platform/http/key-caller';
import type { CommandServiceDeps } from '../deps.ts';
import { deriveUuid } from '../engine/command.ts';
import type { CommandHandler } from '../engine/command-handler.ts';
import { type BusinessCaller, siteFor } from '../http/business-caller.ts';
import { executeWithNote } from '../http/execute-with-note.ts';
import { approvalCheck } from './approval-check.ts';
import { type FundingsState, fundingOf, fundingsFold, isBlocked } from './decisions/funding-state.ts';
import {
  decideCancel,
  decideCorrectReference,
  decideMarkPaid,
  decideReturn,
  ownPayout,
} from './decisions/settle-payout.ts';
import { entryCountOf, type Payout, payoutsFold } from './decisions/state.ts';
import { type Generated, type GeneratedPayout, generatePayouts, previewPayouts } from './generate.ts';
import { keepPayeeName, referenceKeptUntil } from './payment-evidence.ts';
import { automaticSettlement, settleWithProvider } from './provider-payouts.ts';
import type { SettleDeps } from './settle-month.ts';

export type PayoutDeps = SettleDeps & Pick<CommandServiceDeps, 'authenticate' | 'accounts' | 'evidenceYears'>;

interface Correction {
  readonly reference: string;
  readonly reason: EventData<'PayoutReferenceCorrected'>['reason'];
}

type NotedHandler = Pick<CommandHandler, 'dryRun' | 'execute'>;

/** Payout commands of owners, and of programs with an API key. */
export type PayoutHandlers = ReturnType<typeof createPayoutHandlers>;

export function createPayoutHandlers(deps: PayoutDeps) {
  const { handler } = deps;

  return {
    /** @param now ISO 8601 UTC */
    async preview(siteId: string, caller: BusinessCaller, now: string) {
      const site = await siteFor(handler, caller, siteId);
      const { settlement } = await settlementFor(deps, site.tenantId);
      const payouts = await previewPayouts(deps, { site, settlement, now });
      const totals = CURRENCIES.flatMap((currency) => {
        const amounts = payouts.filter((payout) => payout.currency === currency).map(({ amount }) => amount);
        if (amounts.length === 0) return [];
        return [{ currency, payouts: amounts.length, amount: sumAmounts(amounts, currency) }];
      });
      const { minimumPayout } = site.configuration;
      return { answer: { totals, settlement, minimumPayout, currency: site.currency } };
    },

    async generate(siteId: string, caller: BusinessCaller) {
      const site = await siteFor(handler, caller, siteId);
      const context = caller.context('GeneratePayouts');
      const { automatic, settlement } = await settlementFor(deps, site.tenantId);
      // A stolen key must not charge the owner, nor turn payouts by the provider into ones that it marks as paid.
      if (automatic === 'provider' && caller.isKey) throw new Refused('PAYOUTS_NEED_OWNER');
      const generated = await generatePayouts(deps, {
        site,
        settlement,
        isAutomatic: false,
        maturedBy: context.now,
        context,
      });
      const { payouts, position } =
        settlement === 'provider' ? await withProvider(deps, site.tenantId, generated) : generated;
      const { minimumPayout } = site.configuration;
      return { answer: { payouts: await answers(deps, payouts), minimumPayout, currency: site.currency }, position };
    },

    async markPaid(payoutId: string, reference: string, caller: BusinessCaller) {
      const place = await deps.places.of(payoutId);
      let assertApproved = (_: Payout) => {};
      const check = async (by: CommandHandler) => {
        if (place !== null) assertApproved = await approvalCheck(by, place.siteId);
        return by;
      };
      // The rule and the approvals are compared by the append: a rule that is set meanwhile holds.
      const checked: NotedHandler = {
        dryRun: async (execution) => (await check(handler)).dryRun(execution),
        execute: (execution) => handler.run(async (by) => (await check(by)).execute(execution)),
      };
      const input = { payoutId, caller, commandName: 'MarkPayoutPaid', text: reference, isEvidence: true };
      const decide: typeof decideMarkPaid = (payouts, own) => {
        const paid = decideMarkPaid(payouts, own);
        assertApproved(ownPayout(payouts, own));
        return paid;
      };
      return settleByHand(input, decide, checked);
    },

    cancel: (payoutId: string, reason: string, caller: BusinessCaller) =>
      settleByHand({ payoutId, caller, commandName: 'CancelPayout', text: reason, isEvidence: false }, decideCancel),

    returned: (payoutId: string, reason: string, caller: BusinessCaller) =>
      settleByHand({ payoutId, caller, commandName: 'ReturnPayout', text: reason, isEvidence: true }, decideReturn),

    correctReference: (payoutId: string, body: Correction, caller: BusinessCaller) =>
      settleByHand(
        { payoutId, caller, commandName: 'CorrectPayoutReference', text: body.reference, isEvidence: true },
        (payouts, own) => decideCorrectReference(payouts, { ...own, reason: body.reason }),
      ),
  };

  async function settleByHand(
    input: { caller: BusinessCaller; commandName: string; payoutId: string; text: string; isEvidence: boolean },
    decide: typeof decideMarkPaid,
    by: NotedHandler = handler,
  ) {
    const { payoutId, caller, commandName, text, isEvidence } = input;
    const own = { payoutId, tenantId: caller.tenantId };
    const place = await deps.places.of(payoutId);
    if (place === null || !coversSites(caller.siteIds, [place.siteId])) throw new Refused('PAYOUT_NOT_FOUND');
    const context = caller.context(commandName);
    const providerTransfers = deps.payments.payouts !== undefined;
    const noteId = deriveUuid('payout note', context.commandId);
    const { siteId, distributorId } = place;
    const payment = { siteId, distributorId, paidAt: context.now };
    const evidence = isEvidence ? { keptUntil: await referenceKeptUntil(deps, payment) } : {};
    const notes: typeof deps.accounts = {
      ...deps.accounts,
      // Before the event, as the text itself: no payment lacks its evidence.
      async rememberNote(note) {
        if (isEvidence) await keepPayeeName(deps, payment);
        return deps.accounts.rememberNote(note);
      },
    };
    const { state, position } = await executeWithNote(
      { handler: by, notes },
      {
        stream: streams.payouts(place.siteId, place.distributorId),
        fold: payoutsFold,
        decide: (payouts, note) => decide(payouts, { ...own, ...note, providerTransfers }),
        context,
      },
      { noteId, authorId: caller.id, about: [distributorId], text, ...evidence },
    );
    const payout = ownPayout(state, own);
    const entryCount = entryCountOf(state, payout.entryIds);
    const [answer] = await answers(deps, [{ ...payout, entryCount }]);
    if (answer === undefined) throw new Error(`payout ${payoutId} has no answer`);
    return { answer, position };
  }
}

/** How payouts of a business are settled by its plan, and now: by hand while money that was collected from it is disputed. */
async function settlementFor(deps: PayoutDeps, tenantId: string) {
  const { autoPayouts } = PLANS[await deps.quotas.planOf(tenantId)].limits;
  const automatic = autoPayouts ? automaticSettlement(deps.payments) : 'by_hand';
  const { state: fundings } = await deps.handler.load(streams.payoutFunding(tenantId), fundingsFold);
  return { automatic, settlement: isBlocked(fundings) ? ('by_hand' as const) : automatic };
}

/** Payouts that cannot be settled yet stay in processing; the next run of the job continues. */
async function withProvider(deps: PayoutDeps, tenantId: string, generated: Generated): Promise<Generated> {
  const position = await settleWithProvider(deps, tenantId, generated.payouts);
  const payouts = await Promise.all(
    generated.payouts.map(async (payout) => {
      const { state } = await deps.handler.load(streams.payouts(payout.siteId, payout.distributorId), payoutsFold);
      return { ...payout, ...state.payouts.get(payout.payoutId) };
    }),
  );
  return { payouts, position: position ?? generated.position };
}

async function answers(
  { accounts, handler }: PayoutDeps,
  payouts: readonly GeneratedPayout[],
): Promise<PayoutAnswer[]> {
  const fundings = await fundingsOf(handler, payouts[0]?.tenantId);
  const [names, texts] = await Promise.all([
    accounts.displayNames(payouts.map(({ distributorId }) => distributorId)),
    accounts.noteTexts(payouts.flatMap(({ noteId }) => noteId ?? [])),
  ]);
  return payouts.map((payout) => {
    const { payoutId: id, siteId, distributorId, amount, currency, status, settlement } = payout;
    const { entryCount, noteId, createdAt } = payout;
    const name = names.get(distributorId) ?? '';
    const text = texts.get(noteId ?? '') ?? null;
    return {
      id,
      siteId,
      distributorId,
      name,
      amount,
      currency,
      status,
      entries: entryCount,
      reference: payout.reference ?? (status === 'paid' ? text : null),
      reason: status === 'paid' ? null : text,
      createdAt,
      settlement,
      ...fundingAnswer(fundings, payout),
    };
  });
}

async function fundingsOf(handler: CommandHandler, tenantId: string | undefined): Promise<FundingsState> {
  if (tenantId === undefined) return fundingsFold.initialState;
  return (await handler.load(streams.payoutFunding(tenantId), fundingsFold)).state;
}

function fundingAnswer(
  fundings: FundingsState,
  { payoutId, failure }: Payout,
): Pick<PayoutAnswer, 'funding' | 'failure'> {
  const funding = fundingOf(fundings, payoutId);
  if (!funding) return { funding: null, failure };
  return {
    funding: funding.refunded.has(payoutId) ? 'refunded' : funding.status,
    // Why the money was not collected says more than that it was not.
    failure: funding.failure ?? failure,
  };
}
