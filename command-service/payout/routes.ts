import { type PayoutAnswer, payoutCalls } from '@perktree/contracts/http/payouts';
import { PLANS } from '@perktree/contracts/plans';
import { Refused } from '@perktree/contracts/refusals';
import { streams } from '@perktree/contracts/streams';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import { warnOfFailure } from '@perktree/platform/outages/failure-log';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type CommandContext, commandContext } from '../command-context.ts';
import type { CommandServiceDeps } from '../deps.ts';
import { deriveUuid } from '../derive-uuid.ts';
import { decideCancel, decideMarkPaid, ownPayout } from '../domain/payout/decide-settle.ts';
import { entryCountOf, payoutsDecider } from '../domain/payout/state.ts';
import { ownSite } from '../domain/site/ownership-rules.ts';
import { siteDecider } from '../domain/site/state.ts';
import { executeWithNote } from '../execute-with-note.ts';
import { signedIn } from '../signed-in.ts';
import { type Generated, type GeneratedPayout, generatePayouts } from './generate.ts';
import type { SettleDeps } from './settle-month.ts';
import { automaticSettlement, transferPayout } from './transfer.ts';
import { mountWriteOffRoute } from './write-off-route.ts';

export type PayoutDeps = SettleDeps & Pick<CommandServiceDeps, 'authenticate' | 'accounts'>;

export function mountPayoutRoutes(app: FastifyInstance, deps: PayoutDeps): void {
  const { handler, authenticate, clock } = deps;

  mountCall(app, authenticate, payoutCalls.generatePayouts, async ({ params, session: maybe, request }) => {
    const session = signedIn(maybe);
    const { state } = await handler.load(streams.site(params.siteId), siteDecider);
    const site = ownSite(state, session.tenantId);
    const context = commandContext({ request, session, commandName: 'GeneratePayouts', clock, role: 'site_owner' });
    const { autoPayouts } = PLANS[await deps.quotas.planOf(site.tenantId)].limits;
    const settlement = autoPayouts ? automaticSettlement(deps.payments) : 'by_hand';
    const generated = await generatePayouts(deps, {
      site,
      settlement,
      isAutomatic: false,
      maturedBy: context.now,
      context,
    });
    const { payouts, position } = settlement === 'provider' ? await transferred(deps, generated, context) : generated;
    const { minimumPayout } = site.configuration;
    return { answer: { payouts: await answers(deps, payouts), minimumPayout, currency: site.currency }, position };
  });

  mountCall(app, authenticate, payoutCalls.markPayoutPaid, async ({ params, body, session: maybe, request }) =>
    settleByHand(
      { session: signedIn(maybe), request, commandName: 'MarkPayoutPaid', ...params, text: body.reference },
      decideMarkPaid,
    ),
  );

  mountCall(app, authenticate, payoutCalls.cancelPayout, async ({ params, body, session: maybe, request }) =>
    settleByHand(
      { session: signedIn(maybe), request, commandName: 'CancelPayout', ...params, text: body.reason },
      decideCancel,
    ),
  );

  mountWriteOffRoute(app, deps);

  mountCall(app, authenticate, payoutCalls.payoutAccount, async ({ session }) => {
    const onboarding = await deps.payments.onboard(signedIn(session).userId);
    return { answer: { url: onboarding?.url ?? null } };
  });

  async function settleByHand(
    asked: { session: Session; request: FastifyRequest; commandName: string; payoutId: string; text: string },
    decide: typeof decideMarkPaid,
  ) {
    const { payoutId, session, request, commandName, text } = asked;
    const own = { payoutId, tenantId: session.tenantId };
    const place = await deps.places.of(payoutId);
    if (place === null) throw new Refused('PAYOUT_NOT_FOUND');
    const context = commandContext({ request, session, commandName, clock, role: 'site_owner' });
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
      { noteId, authorId: session.userId, about: [place.distributorId], text },
    );
    const payout = ownPayout(state, own);
    const entryCount = entryCountOf(state, payout.entryIds);
    const [answer] = await answers(deps, [{ ...payout, entryCount }]);
    if (answer === undefined) throw new Error('one payout made no answer');
    return { answer, position };
  }
}

/** What does not go through now stays processing, and is transferred by the next run of the job. */
async function transferred(deps: PayoutDeps, generated: Generated, context: CommandContext): Promise<Generated> {
  let { position } = generated;
  const payouts: GeneratedPayout[] = [];
  for (const payout of generated.payouts) {
    try {
      const result = await transferPayout(deps, { ...payout, context });
      payouts.push({ ...payout, ...result.payout });
      position = result.position ?? position;
    } catch (err) {
      warnOfFailure(deps.logger, err, 'a payout was not transferred yet', { payoutId: payout.payoutId });
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
