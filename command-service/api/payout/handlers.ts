import type { PayoutAnswer } from '@perktree/contracts/http/payouts';
import { PLANS } from '@perktree/contracts/plans';
import { Refused } from '@perktree/contracts/refusals';
import { streams } from '@perktree/contracts/streams';
import { coversSites } from '@perktree/platform/http/key-caller';
import { warnOfFailure } from '@perktree/platform/outages/failure-log';
import { decideCancel, decideMarkPaid, ownPayout } from '../../domain/payout/settle-payout.ts';
import { entryCountOf, payoutsDecider } from '../../domain/payout/state.ts';
import type { CommandContext } from '../../engine/command.ts';
import { deriveUuid } from '../../engine/derive-uuid.ts';
import { type BusinessCaller, siteFor } from '../business-caller.ts';
import type { CommandServiceDeps } from '../deps.ts';
import { executeWithNote } from '../execute-with-note.ts';
import { type Generated, type GeneratedPayout, generatePayouts } from './generate.ts';
import type { SettleDeps } from './settle-month.ts';
import { automaticSettlement, transferPayout } from './transfer.ts';

export type PayoutDeps = SettleDeps & Pick<CommandServiceDeps, 'authenticate' | 'accounts'>;

/** Payout commands of owners, and of programs with an API key. */
export type PayoutHandlers = ReturnType<typeof createPayoutHandlers>;

export function createPayoutHandlers(deps: PayoutDeps) {
  const { handler } = deps;

  return {
    async generate(siteId: string, caller: BusinessCaller) {
      const site = await siteFor(handler, caller, siteId);
      const newContext = () => caller.context('GeneratePayouts');
      const context = newContext();
      const { autoPayouts } = PLANS[await deps.quotas.planOf(site.tenantId)].limits;
      const settlement = autoPayouts ? automaticSettlement(deps.payments) : 'by_hand';
      const generated = await generatePayouts(deps, {
        site,
        settlement,
        isAutomatic: false,
        maturedBy: context.now,
        context,
      });
      const { payouts, position } =
        settlement === 'provider' ? await transferred(deps, generated, newContext) : generated;
      const { minimumPayout } = site.configuration;
      return { answer: { payouts: await answers(deps, payouts), minimumPayout, currency: site.currency }, position };
    },

    markPaid: (payoutId: string, reference: string, caller: BusinessCaller) =>
      settleByHand({ payoutId, caller, commandName: 'MarkPayoutPaid', text: reference }, decideMarkPaid),

    cancel: (payoutId: string, reason: string, caller: BusinessCaller) =>
      settleByHand({ payoutId, caller, commandName: 'CancelPayout', text: reason }, decideCancel),
  };

  async function settleByHand(
    input: { caller: BusinessCaller; commandName: string; payoutId: string; text: string },
    decide: typeof decideMarkPaid,
  ) {
    const { payoutId, caller, commandName, text } = input;
    const own = { payoutId, tenantId: caller.tenantId };
    const place = await deps.places.of(payoutId);
    if (place === null || !coversSites(caller.siteIds, [place.siteId])) throw new Refused('PAYOUT_NOT_FOUND');
    const context = caller.context(commandName);
    const providerTransfers = deps.payments.transfer !== undefined;
    const noteId = deriveUuid('payout note', context.commandId);
    const { state, position } = await executeWithNote(
      { handler, notes: deps.accounts },
      {
        stream: streams.payouts(place.siteId, place.distributorId),
        decider: payoutsDecider,
        decide: (payouts) => decide(payouts, { ...own, noteId, providerTransfers }),
        context,
      },
      { noteId, authorId: caller.id, about: [place.distributorId], text },
    );
    const payout = ownPayout(state, own);
    const entryCount = entryCountOf(state, payout.entryIds);
    const [answer] = await answers(deps, [{ ...payout, entryCount }]);
    if (answer === undefined) throw new Error(`payout ${payoutId} has no answer`);
    return { answer, position };
  }
}

/** A payout whose transfer fails stays in processing; the next run of the job retries it. */
async function transferred(deps: PayoutDeps, generated: Generated, context: () => CommandContext): Promise<Generated> {
  let { position } = generated;
  const payouts: GeneratedPayout[] = [];
  for (const payout of generated.payouts) {
    try {
      const result = await transferPayout(deps, { ...payout, context });
      payouts.push({ ...payout, ...result.payout });
      position = result.position ?? position;
    } catch (err) {
      warnOfFailure(deps.logger, err, 'cannot transfer a payout yet', { payoutId: payout.payoutId });
      payouts.push(payout);
    }
  }
  return { payouts, position };
}

async function answers({ accounts }: PayoutDeps, payouts: readonly GeneratedPayout[]): Promise<PayoutAnswer[]> {
  const [names, texts] = await Promise.all([
    accounts.displayNames(payouts.map(({ distributorId }) => distributorId)),
    accounts.noteTexts(payouts.flatMap(({ noteId }) => noteId ?? [])),
  ]);
  return payouts.map((payout) => {
    const { payoutId: id, siteId, distributorId, amount, currency, status, entryCount, noteId, createdAt } = payout;
    const name = names.get(distributorId) ?? '';
    const reference = payout.reference ?? texts.get(noteId ?? '') ?? null;
    return {
      ...{ id, siteId, distributorId, name, amount, currency, status },
      ...{ entries: entryCount, reference, createdAt },
    };
  });
}
