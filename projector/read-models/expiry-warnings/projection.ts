import { defineProjection, milliseconds } from '../../engine/live/projection.ts';
import { expiryWarningsTable } from './table.ts';

const keyOf = ({ qrId, period }: { readonly qrId: string; readonly period: number }) => `${qrId}:${period}`;

export const expiryWarnings = defineProjection({
  table: expiryWarningsTable,
  version: 1,
  on: {
    ExpiryWarned: {
      createsRows: true,
      keys: ({ qrs }) => qrs.map(keyOf),
      evolve(_row, { tenantId, qrs }, _moment, key) {
        const qr = qrs.find((one) => keyOf(one) === key);
        if (qr === undefined) return null;
        const { qrId, period, expiresAt } = qr;
        return { warning_id: key, qr_id: qrId, period, tenant_id: tenantId, expires_at: milliseconds(expiresAt) };
      },
    },
  },
});
