type Who = 'owner' | 'distributor' | 'staff' | 'customer' | 'signedOut';

/** Reads, each by one who may; the client holds each answer against the strict schema of its call. */
export const READS: readonly (readonly [row: string, who: Who])[] = [
  ['GET /api/auth/user', 'owner'],
  ['GET /api/auth/sign-in-methods', 'signedOut'],
  ['GET /api/auth/user-role', 'owner'],
  ['GET /api/auth/second-factor', 'owner'],
  ['GET /api/me/sites', 'owner'],
  ['GET /api/me/scans', 'customer'],
  ['GET /api/distributors/me/ledger', 'distributor'],
  ['GET /api/distributors/me/payout-stats', 'distributor'],
  ['GET /api/distributors/me/qrs', 'distributor'],
  ['GET /api/distributors/me/qrs/{qr}/site-config', 'distributor'],
  ['GET {site}/qrs', 'owner'],
  ['GET {site}/qrs/{qr}/tree', 'owner'],
  ['GET /api/distributors/me/qrs/{qr}/tree', 'distributor'],
  ['GET {site}/qrs/{qr}/qrcode', 'owner'],
  ['GET {site}/config', 'owner'],
  ['GET {site}/stats', 'owner'],
  ['GET /api/me/dashboard?days=30', 'owner'],
  ['GET /api/me/activity', 'owner'],
  ['GET {site}/redemptions', 'owner'],
  ['GET {site}/top-distributors', 'owner'],
  ['GET {site}/staff', 'owner'],
  ['GET /api/me/plan', 'owner'],
  ['GET /api/me/export', 'customer'],
];
