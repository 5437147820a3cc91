import { type EventData, streams } from '@perktree/contracts/catalogue/events';
import { READ_MODEL_SCHEMA, type ReadModelRow } from '@perktree/contracts/catalogue/read-models';
import { v1Calls } from '@perktree/contracts/catalogue/v1';
import { type Currency, fromMinor } from '@perktree/contracts/kernel/money';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { type BenefitRow, benefitOfRow } from '@perktree/contracts/qr/benefit-row';
import { benefitDisplay } from '@perktree/contracts/qr/shown-benefit';
import { parseRedemptionCode } from '@perktree/contracts/redemption/code';
import type { EventStore } from '@perktree/event-store/port';
import type { AuthenticateKey, KeyCaller } from '@perktree/platform/http/key-caller';
import { mountKeyCall } from '@perktree/platform/http/mount-call';
import { limitByKey } from '@perktree/platform/limit-by-key';
import { select } from '@perktree/platform/postgres/select';
import type { Timers } from '@perktree/platform/time/timers';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { z } from 'zod';
import type { CommandServiceDeps } from '../deps.ts';
import type { CommandContext } from '../engine/command.ts';
import type { CommandHandler } from '../engine/command-handler.ts';
import { asKey, siteFor } from '../http/business-caller.ts';
import { commandContext } from '../http/command-context.ts';
import { createProjectedWait } from '../http/lookups/projected.ts';
import { noteAttempt } from '../http/outcomes/rule-outcome.ts';
import { findScanByCode, findScanByToken } from '../scan/find-scan.ts';
import { loadQrAtSite } from '../scan/qr-at-site.ts';
import type { Site } from '../site/decisions/state.ts';
import { assertPlanAllowsStaffCodes } from '../subscription/decisions/plan-limits.ts';
import { missRedemptionCode, refuseLocked, staffCodesFold } from './decisions/staff-codes.ts';
import { type Redeemed, type Redeeming, redeemScan } from './redeem-scan.ts';
import { createReverse } from './reverse.ts';
import { bindReference, createFindRepeated, type TillSale } from './till-reference.ts';

/** A redemption as API version 1 returns it, with what was reversed of it. */
type OwnRedemption = z.input<typeof v1Calls.v1Redemption.answer>;

type Row = BenefitRow &
  Pick<
    ReadModelRow<'redemptions'>,
    | ('site_id' | 'qr_id' | 'sale_minor' | 'reference' | 'redeemed_at' | 'confirmed_at' | 'redeemed_position')
    | ('reversed_at' | 'reversed_minor' | 'is_wholly_reversed')
  > & { readonly currency: Currency };

/**
 * A redemption of a site of the key; null if none exists.
 * @throws Refused READ_MODEL_BEHIND if the read model is too far behind to tell
 */
function createFindOwnRedemption(deps: {
  readonly pool: Pool;
  readonly store: Pick<EventStore, 'head'>;
  readonly timers?: Timers;
}) {
  const projected = createProjectedWait({ ...deps, names: ['redemptions'] });
  const find = async ({ tenantId, siteIds }: KeyCaller, redemptionId: string) => {
    const rows = await select<Row>(
      deps.pool,
      `SELECT site_id, qr_id, benefit_type, discount_percent, discount_fixed_amount, text_reward, sale_minor, currency,
         reference, redeemed_at, confirmed_at, redeemed_position, reversed_at, reversed_minor, is_wholly_reversed
       FROM ${READ_MODEL_SCHEMA}.redemptions
       WHERE redemption_id = $1 AND tenant_id = $2 AND ($3::uuid[] IS NULL OR site_id = ANY($3))`,
      [redemptionId, tenantId, siteIds],
      'v1-redemption',
    );
    return rows[0] ? answerOf(redemptionId, rows[0]) : null;
  };
  /** Includes everything stored before the call, such as a reversal. */
  const newest = async (key: KeyCaller, redemptionId: string) => {
    await projected();
    return find(key, redemptionId);
  };
  /** Waits for the read model only if the redemption is unknown. */
  const known = async (key: KeyCaller, redemptionId: string) =>
    (await find(key, redemptionId)) ?? newest(key, redemptionId);
  return { known, newest };
}

function answerOf(id: string, row: Row): OwnRedemption {
  return {
    id,
    siteId: row.site_id,
    qrId: row.qr_id,
    currency: row.currency,
    reference: row.reference,
    benefit: benefitDisplay(benefitOfRow(row), row.currency),
    saleAmount: fromMinor(row.sale_minor, row.currency),
    redeemedAt: row.confirmed_at ?? row.redeemed_at,
    position: row.redeemed_position.toString(),
    reversedAt: row.reversed_at,
    reversedAmount: fromMinor(row.reversed_minor, row.currency),
    whollyReversed: row.is_wholly_reversed,
  };
}

/**
 * Finds the scan of a code that a till has sent. Unknown codes lock the till at this site, as they lock staff.
 * @throws Refused CODE_ENTRY_NOT_ALLOWED, CODE_ENTRY_LOCKED, UNKNOWN_REDEMPTION_CODE
 */
function createFindScanOfTill() {
  // Serialize per till, because concurrent guesses would bypass the lock.
  const oneAtATime = limitByKey(1);

  async function find(
    handler: CommandHandler,
    site: Site,
    typed: string,
    context: CommandContext,
  ): Promise<EventData<'QrScanned'>> {
    if (!site.configuration.staffCanRedeemWithCode) throw new Refused('CODE_ENTRY_NOT_ALLOWED');
    const { siteId, tenantId } = site;
    const { now, actor } = context;
    const stream = streams.staffCodes(siteId, actor.id);
    refuseLocked((await handler.load(stream, staffCodesFold)).state, now);
    const code = parseRedemptionCode(typed);
    if (code === null) throw new Refused('UNKNOWN_REDEMPTION_CODE');
    const scan = await findScanByCode(handler, siteId, code);
    if (scan !== null) return scan;
    await handler.execute({
      stream,
      fold: staffCodesFold,
      context,
      decide: (state) => missRedemptionCode(state, { siteId, tenantId, staffId: actor.id, now }),
    });
    throw new Refused('UNKNOWN_REDEMPTION_CODE');
  }

  return (handler: CommandHandler, site: Site, typed: string, context: CommandContext) =>
    oneAtATime(context.actor.id, () => find(handler, site, typed, context));
}

/** The event of a sale, or the id of the redemption that an earlier request of the same sale has made. */
type Sold = Pick<Redeemed, 'event'> | { readonly earlierId: string };

/** The calls of tills (contracts/catalogue/v1.ts). */
export function mountV1RedemptionRoutes(
  app: FastifyInstance,
  deps: CommandServiceDeps & { readonly authenticateKey: AuthenticateKey; readonly timers?: Timers },
): void {
  const { authenticateKey: authenticate, clock } = deps;
  const redemptions = createFindOwnRedemption(deps);
  const findScanOfTill = createFindScanOfTill();
  const reverse = createReverse(deps);

  /** Redeems, or finds the redemption that an earlier request of the same sale has made. @throws Refused */
  async function sell(
    handler: CommandHandler,
    { body, key, request }: { readonly body: TillSale; readonly key: KeyCaller; readonly request: FastifyRequest },
  ): Promise<Sold> {
    const { siteId, reference = null } = body;
    const findRepeated = createFindRepeated({ handler, store: deps.store });
    const context = commandContext({ request, session: null, key, clock, commandName: 'RedeemAtTill' });
    const site = await siteFor(handler, asKey({ key, request }, clock), siteId);
    const earlierId = await findRepeated(body);
    if (earlierId !== null) return { earlierId };
    const scan =
      body.code === undefined
        ? await scanOfToken(handler, body.token, siteId)
        : await findScanOfTill(handler, site, body.code, context);
    noteAttempt(request, { siteId, qrId: scan.qrId, personId: scan.customerId });
    const [found, plan] = await Promise.all([
      loadQrAtSite({ handler }, scan),
      deps.quotas.planOf(scan.tenantId, handler),
    ]);
    const redeeming: Redeeming = {
      scan,
      found,
      plan,
      context,
      reference,
      networkId: null,
      saleAmount: body.saleAmount ?? null,
      confirmedVia: body.code === undefined ? 'token' : 'code',
      ...(body.code !== undefined && { assertAllowed: () => assertPlanAllowsStaffCodes(plan) }),
      ...(reference !== null && { bindReference: bindReference(reference, scan, context) }),
    };
    try {
      return { event: (await redeemScan({ ...deps, handler }, redeeming)).event };
    } catch (err) {
      // Of two concurrent requests for one sale, one redeems and the other returns that redemption.
      const concurrentId = err instanceof Refused ? await findRepeated(body) : null;
      if (concurrentId === null) throw err;
      return { earlierId: concurrentId };
    }
  }

  mountKeyCall(app, authenticate, v1Calls.v1CreateRedemption, async (sale) => {
    const sold = await deps.handler.run((handler) => sell(handler, sale));
    if ('earlierId' in sold) return { answer: await confirmedRedemption(sale.key, sold.earlierId), status: 200 };
    const redeemed = await redemptionAfter(sale.key, sold.event);
    return { answer: redeemed, position: BigInt(redeemed.position) };
  });

  mountKeyCall(app, authenticate, v1Calls.v1Redemption, async ({ params, key }) => {
    const found = await redemptions.newest(key, params.redemptionId);
    if (found === null) throw new Refused('REDEMPTION_NOT_FOUND');
    return { answer: found };
  });

  mountKeyCall(app, authenticate, v1Calls.v1ReverseRedemption, async ({ params, body, key, request }) => {
    const { redemptionId } = params;
    const found = await redemptions.known(key, redemptionId);
    if (found === null) throw new Refused('REDEMPTION_NOT_FOUND');
    const context = commandContext({ request, session: null, key, clock, commandName: 'ReverseRedemptionAtTill' });
    const { reason, amount } = body;
    const { event, position } = await reverse({ redemptionId, tenantId: key.tenantId, reason, amount, context });
    const { reversalId: id, whole } = event.data;
    return {
      answer: { id, redemptionId, amount: event.data.amount, whole, position: String(position ?? '') },
      position,
    };
  });

  /** The redemption with the event. @throws Refused READ_MODEL_BEHIND */
  async function redemptionAfter(key: KeyCaller, { type, data }: Redeemed['event']) {
    if (type === 'RedemptionConfirmed') return confirmedRedemption(key, data.redemptionId);
    const redeemed = await redemptions.known(key, data.redemptionId);
    if (redeemed === null) throw new Refused('READ_MODEL_BEHIND');
    return withoutReversal(redeemed);
  }

  /**
   * A redemption that a till has made or confirmed. The read model may know it without the confirmed sale.
   * @throws Refused READ_MODEL_BEHIND
   */
  async function confirmedRedemption(key: KeyCaller, redemptionId: string) {
    const redeemed = await redemptions.newest(key, redemptionId);
    if (redeemed === null) throw new Refused('READ_MODEL_BEHIND');
    return withoutReversal(redeemed);
  }

  /** The scan of a token. @throws Refused INVALID_TOKEN, also for a scan of another site */
  async function scanOfToken(
    handler: CommandHandler,
    token: string | undefined,
    siteId: string,
  ): Promise<EventData<'QrScanned'>> {
    const scan = token === undefined ? null : await findScanByToken(handler, token);
    if (scan === null || scan.siteId !== siteId) throw new Refused('INVALID_TOKEN');
    return scan;
  }
}

function withoutReversal({ reversedAt, reversedAmount, whollyReversed, ...redemption }: OwnRedemption) {
  return redemption;
}
