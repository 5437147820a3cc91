import type { KeyScope } from '@perktree/contracts/api-keys';

/** The key of a scope's texts: a colon would separate namespaces. */
export const SCOPE_TEXT = {
  redeem: 'redeem',
  'read:qrs': 'readQrs',
  'write:qrs': 'writeQrs',
  'read:ledger': 'readLedger',
  payouts: 'payouts',
  webhooks: 'webhooks',
} as const satisfies Readonly<Record<KeyScope, string>>;
