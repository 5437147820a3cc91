import { randomBytes } from 'node:crypto';
import type { NewQrIds } from '../../domain/commission-tree/create-qrs.ts';
import { findQr } from '../../domain/commission-tree/rules.ts';
import type { CommissionTreeState } from '../../domain/commission-tree/state.ts';
import { deriveUuid } from '../../engine/derive-uuid.ts';
import type { CommandServiceDeps } from '../deps.ts';

const TOKEN_BYTES = 16;

/**
 * The QR id derives from the command, so a repeated command creates the same QR. Tokens are 128 random bits, so that a
 * printed QR cannot be forged.
 * @param index of the QR among those of the command
 */
export function newQrIds(commandId: string, index: number): NewQrIds {
  return {
    qrId: deriveUuid('qr', commandId, index),
    customerToken: randomToken(),
    distributorToken: randomToken(),
  };
}

/** 22 characters of base64url. */
function randomToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Lets this process find new QRs before the read model has them. */
export function rememberQrs(deps: CommandServiceDeps, state: CommissionTreeState, qrIds: readonly string[]): void {
  for (const qrId of qrIds) {
    const { tree, qr } = findQr(state, qrId);
    const { rootQrId, siteId, tenantId } = tree;
    deps.lookups.remember({ qrId, rootQrId, siteId, tenantId }, qr);
  }
}
