import { createHash } from 'node:crypto';
import { type EventData, streams, type TillReferenceEvent } from '@perktree/contracts/catalogue/events';
import { toMinor } from '@perktree/contracts/kernel/money';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { parseRedemptionCode } from '@perktree/contracts/redemption/code';
import type { CommandServiceDeps } from '../deps.ts';
import { type CommandContext, deriveUuid, type Execution } from '../engine/command.ts';
import { scanFold } from '../scan/decisions/state.ts';
import { isSameToken } from '../scan/find-scan.ts';
import { redemptionsFold, revisionsOf } from './decisions/state.ts';
import { type TillReference, tillReferenceFold, useTillReference } from './decisions/till-reference.ts';
import { redemptionIdOf } from './redeem-scan.ts';
import { readRedemption } from './reverse.ts';

export interface TillSale {
  readonly siteId: string;
  readonly code?: string | undefined;
  readonly token?: string | undefined;
  /** A decimal string. Undefined: the site's default. */
  readonly saleAmount?: string | undefined;
  readonly reference?: string | undefined;
}

const referenceStream = (siteId: string, reference: string) =>
  streams.tillReference(siteId, createHash('sha256').update(reference).digest('hex'));

/**
 * Finds the id of the redemption that an earlier request of the same sale has made; null: none yet. The events decide,
 * because a till takes the answer for its proof of the sale.
 * @throws Refused TILL_REFERENCE_USED if the reference belongs to another code or sale amount
 */
export function createFindRepeated({ handler, store }: Pick<CommandServiceDeps, 'handler' | 'store'>) {
  async function isOfScan(scanId: string, { code, token }: TillSale): Promise<boolean> {
    const scan = await handler.loadUncached(streams.scan(scanId), scanFold);
    if (scan === null) return false;
    if (token !== undefined) return scan.redemptionToken !== null && isSameToken(token, scan.redemptionToken);
    return code !== undefined && scan.redemptionCode !== null && parseRedemptionCode(code) === scan.redemptionCode;
  }

  async function historyOf({ qrId, redemptionId }: NonNullable<TillReference>) {
    const stream = streams.redemptions(qrId);
    const { state } = await handler.load(stream, redemptionsFold);
    return (await readRedemption(store, stream, revisionsOf(state, redemptionId))).history;
  }

  return async (sale: TillSale): Promise<string | null> => {
    const { siteId, saleAmount, reference } = sale;
    if (reference === undefined) return null;
    const used = await handler.loadUncached(referenceStream(siteId, reference), tillReferenceFold);
    if (used === null) return null;
    if (!(await isOfScan(used.scanId, sale))) throw new Refused('TILL_REFERENCE_USED');
    const history = await historyOf(used);
    const sold = history && (history.earned ?? history.redeemed);
    // Without the reference: staff have redeemed the scan, or the customer has and nothing confirmed it yet.
    if (sold?.reference !== reference) return null;
    const isSameSale =
      saleAmount === undefined
        ? sold.saleAmountSource === 'default'
        : toMinor(saleAmount, sold.currency) === toMinor(sold.saleAmount, sold.currency);
    if (!isSameSale) throw new Refused('TILL_REFERENCE_USED');
    return used.redemptionId;
  };
}

/** Binds a reference to a scan, as a part of a command with its own command id. */
export function bindReference(
  reference: string,
  { siteId, tenantId, qrId, scanId }: EventData<'QrScanned'>,
  context: CommandContext,
): Execution<TillReference, TillReferenceEvent> {
  const use = { siteId, tenantId, qrId, scanId, reference, redemptionId: redemptionIdOf(scanId) };
  return {
    stream: referenceStream(siteId, reference),
    fold: tillReferenceFold,
    decide: (state) => useTillReference(state, use),
    context: { ...context, commandId: deriveUuid('till reference', context.commandId) },
  };
}
