import type { KeyScope } from '@perktree/contracts/kernel/scopes';

/** Translation keys by scope. i18next would read the colon of a scope as a namespace separator. */
export const SCOPE_TEXT = {
  redeem: 'redeem',
  'read:qrs': 'readQrs',
  'write:qrs': 'writeQrs',
  'read:ledger': 'readLedger',
  payouts: 'payouts',
  webhooks: 'webhooks',
} as const satisfies Readonly<Record<KeyScope, string>>;
