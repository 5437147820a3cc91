import type { CommandServiceDeps } from '../deps.ts';
import { findQr } from '../domain/commission-tree/rules.ts';
import type { CommissionTreeState } from '../domain/commission-tree/state.ts';

/** Lets this process find QRs that it has just stored, before the read model has them. */
export function rememberQrs(deps: CommandServiceDeps, state: CommissionTreeState, qrIds: readonly string[]): void {
  for (const qrId of qrIds) {
    const { tree, qr } = findQr(state, qrId);
    const { rootQrId, siteId, tenantId } = tree;
    deps.lookups.remember({ qrId, rootQrId, siteId, tenantId }, qr);
  }
}
