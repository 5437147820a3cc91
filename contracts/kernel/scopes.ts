/** What a key may do: part of the form of a call (`Access`), so of the kernel. Each call under `/api/v1` names one. */
export const KEY_SCOPES = ['redeem', 'read:qrs', 'write:qrs', 'read:ledger', 'payouts', 'webhooks'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];
