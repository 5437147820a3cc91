// biome-ignore-all lint/suspicious/noTemplateCurlyInString: some of the texts are template strings of the product
/**
 * Small faults that keep the types right, to see that tests notice them: `npm run verify -- faults` plants one at a time in a copy
 * of the checkout and runs the specs that should find it.
 *
 * `[what, file, from, to, ...specs]`: `from` occurs in the file once.
 */
const REDEEM = 'command-service/redemption/decisions/redeem.ts';
const TREE_RULES = 'command-service/qr/decisions/rules.ts';
const LEDGER = 'projector/ledger/ledger-entries/projection.ts';
const QR_COMMAND = 'ui/qr/qr-menu.tsx';
const QR_COMMANDS_SPEC = 'ui/qr/qr-commands.screen.spec.tsx';
const PAYOUTS_SPEC = 'ui/payout/payouts.screen.spec.tsx';
const CLAIM = 'ui/scan/scanner/use-claim.tsx';
const SCAN_FLOWS_SPEC = 'ui/scan/scanner/scan-flows.screen.spec.tsx';
const STAFF_SPEC = 'ui/redemption/counter/counter.screen.spec.tsx';
const SITES_SPEC = 'ui/site/sites.screen.spec.tsx';

const MONEY = [
  [
    'a redemption that is confirmed later earns by the rule of today',
    REDEEM,
    'const rule = { version: awaited.ruleVersion, settings: awaited.ruleSettings };',
    'const rule = site.configuration.commissionRule;',
    'command-service/redemption/decisions/confirm.spec.ts',
  ],
  [
    'a QR takes one redemption more than its limit',
    REDEEM,
    'redemptionsInPeriod(state, scan.period) >= maxRedemptions',
    'redemptionsInPeriod(state, scan.period) > maxRedemptions',
    'command-service/redemption/decisions/redeem.spec.ts',
  ],
  [
    'a blocked distributor earns',
    REDEEM,
    'blockedDistributors.has(node.ownerId)',
    'blockedDistributors.size < 0',
    'command-service/redemption/decisions/redeem.spec.ts',
  ],
  [
    'customers confirm their own redemptions',
    REDEEM,
    'if (confirmedBy === scan.customerId) throw',
    'if (confirmedBy === scan.qrId) throw',
    'command-service/redemption/decisions/confirm.spec.ts',
  ],
  [
    'a reversal in two parts is never whole',
    'command-service/redemption/decisions/reverse.ts',
    'const whole = after === saleMinor;',
    'const whole = amountMinor === saleMinor;',
    'command-service/redemption/decisions/reverse.spec.ts',
  ],
  [
    'the remainder of a pool goes to the QR nearest to the root',
    'contracts/commission/v1-path-differential/rule.ts',
    'b.nearness - a.nearness',
    'a.nearness - b.nearness',
    'contracts/commission',
  ],
  [
    'a pool is rounded down',
    'contracts/commission/v1-path-differential/rule.ts',
    'claimed[0]?.percent ?? 0).toDecimalPlaces(digits)',
    'claimed[0]?.percent ?? 0).toDecimalPlaces(digits, Exact.ROUND_DOWN)',
    'contracts/commission',
  ],
  [
    'half a cent is rounded down',
    'contracts/kernel/money.ts',
    ">= '5' ? minor + 1n",
    "> '5' ? minor + 1n",
    'contracts/kernel/money.spec.ts',
  ],
  [
    'an entry is paid twice',
    'command-service/payout/decisions/settle-balance.ts',
    'amountMinor !== 0n && !taken.has(entryId)',
    'amountMinor !== 0n || !taken.has(entryId)',
    'command-service/payout/decisions',
  ],
];

const RULES = [
  [
    'a tree is one level deeper than its limit',
    TREE_RULES,
    'parent.depth + 1 > MAX_TREE_DEPTH',
    'parent.depth > MAX_TREE_DEPTH',
    'command-service/qr/decisions/create-qrs.spec.ts',
  ],
  [
    'a child may not have all that is left',
    TREE_RULES,
    'if (percent > available) throw',
    'if (percent >= available) throw',
    'command-service/qr/decisions/create-qrs.spec.ts',
  ],
  [
    'a blocked distributor splits',
    TREE_RULES,
    "if (site.blockedDistributors.has(actor.userId)) throw new Refused('DISTRIBUTOR_BLOCKED');",
    "if (site.blockedDistributors.has(qr.qrId)) throw new Refused('DISTRIBUTOR_BLOCKED');",
    'command-service/qr/decisions',
  ],
  [
    'a plan allows one QR less than it says',
    'command-service/subscription/decisions/subscription.ts',
    'additional.length > 0 && total > limit',
    'additional.length > 0 && total >= limit',
    'command-service/subscription/decisions/subscription.spec.ts',
  ],
  [
    'a late release frees the quota of a later reservation',
    'command-service/subscription/decisions/subscription.ts',
    '.get(id)?.generation === generation',
    '.get(id)?.generation !== undefined && generation > 0',
    'command-service/subscription/decisions',
  ],
  [
    'a QR is scanned at the instant at which it expires',
    'command-service/scan/decisions/scan.ts',
    'Date.parse(now) >= Date.parse(offer.expiresAt)',
    'Date.parse(now) > Date.parse(offer.expiresAt)',
    'command-service/scan/decisions/scan.spec.ts',
  ],
  [
    'code entry locks after six wrong codes',
    'command-service/redemption/decisions/staff-codes.ts',
    'misses < MISSES_THAT_LOCK',
    'misses <= MISSES_THAT_LOCK',
    'command-service/redemption/decisions/staff-codes.spec.ts',
  ],
];

const READS = [
  [
    'a row takes an event of its own position twice',
    'projector/engine/live/fold.ts',
    'event.position <= before.position',
    'event.position < before.position',
    'projector/engine/live/fold.spec.ts',
  ],
  [
    'a share that awaits confirmation counts as earned',
    LEDGER,
    '    amount_minor: 0n,\n    awaiting_minor',
    '    amount_minor: entry.amount_minor,\n    awaiting_minor',
    'projector/ledger/ledger-entries',
  ],
  [
    'an entry stays reversed in part after a whole reversal',
    LEDGER,
    'reversed: row.reversed || data.whole }',
    'reversed: row.reversed && data.whole }',
    'projector/ledger/ledger-entries',
  ],
  [
    'a failed payout keeps its entries',
    'projector/payout/settled-by.ts',
    'row && { ...row, payout_id: null, paid_at: null }',
    'row && { ...row, paid_at: null }',
    'projector/ledger',
  ],
  [
    'former staff list the site',
    'query-service/site/query.ts',
    'WHERE user_id = (:scope::text[])[2] AND is_active',
    'WHERE user_id = (:scope::text[])[2]',
    'query-service/site/routes.spec.ts',
  ],
];

const EDGES = [
  [
    'a restore brings back links that reset a password',
    'identity/restored-accounts.ts',
    "  'identity.password_resets',\n",
    '',
    'identity/restored-accounts.spec.ts',
  ],
  [
    'a link that resets a password never expires',
    'identity/reset-store.ts',
    ".where('r.expires_at', '>', now)",
    ".where('r.expires_at', '<>', now)",
    'identity/password-reset.spec.ts',
  ],
  [
    'an authenticator code is valid a step too long',
    'identity/second-factor/one-time-password.ts',
    'const TOLERANCE = [-1, 0, 1] as const;',
    'const TOLERANCE = [-2, -1, 0, 1] as const;',
    'identity/second-factor',
  ],
  [
    'a spreadsheet runs a name that begins with a plus sign',
    'contracts/kernel/csv.ts',
    String.raw`/^\s*[=+\-@`,
    String.raw`/^\s*[=\-@`,
    'contracts/kernel/csv.spec.ts',
  ],
  [
    'a sign-in leads to another site',
    'contracts/account/return-to.ts',
    "if (url.pathname.startsWith('//')) return null;",
    "if (url.pathname.startsWith('///')) return null;",
    'contracts/account/return-to.spec.ts',
  ],
  [
    'an endpoint that asks for time is taken for one that rejects the message',
    'webhook-service/retry-schedule.ts',
    'new Set([408, 425, 429])',
    'new Set([408, 425])',
    'webhook-service/retry-schedule.spec.ts',
  ],
  [
    'an endpoint that fails for days is never disabled',
    'webhook-service/claims.ts',
    'failing_since = coalesce(failing_since, :at),',
    'failing_since = :at,',
    'verification/webhooks/failing-since.spec.ts',
  ],
];

const SCREENS = [
  [
    'a command for a QR says nothing',
    QR_COMMAND,
    'done: (changed, { name }) => ({',
    'done: (changed, { name }) => (name in COMMANDS ? null : {',
    QR_COMMANDS_SPEC,
  ],
  ['Approve declines', QR_COMMAND, 'approve: calls.approveQr', 'approve: calls.declineQr', QR_COMMANDS_SPEC],
  [
    'the trees are not read again after a command',
    QR_COMMAND,
    'changes: qrReads(qr.siteId),',
    'changes: [],',
    QR_COMMANDS_SPEC,
  ],
  [
    'the focus is lost after Mark as paid',
    'ui/payout/payout-menu.tsx',
    'may have no menu.\n  useRestoreFocus(true);',
    'may have no menu.\n  useRestoreFocus(false);',
    PAYOUTS_SPEC,
  ],
  [
    'the ledger shows a percent as it is stored',
    'ui/ledger/shared/ledger-panel.tsx',
    'percent: format.percent(entry.commissionPercent)',
    'percent: entry.commissionPercent',
    PAYOUTS_SPEC,
  ],
  [
    'a card in Spanish says Pagado of what is pending',
    'ui/locales/es/payouts.json',
    '"pending": "Pendiente"',
    '"pending": "Pagado"',
    PAYOUTS_SPEC,
  ],
  [
    'a payout marked as paid says nothing',
    'ui/payout/payout-actions.tsx',
    'done: () => ({ title: t(`action.${action}.done`), description: name }),',
    'done: () => null,',
    PAYOUTS_SPEC,
  ],
  [
    'a claim that was refused is announced as a success',
    CLAIM,
    'if (!answer.success) {',
    "if (!answer.success && answer.message === '') {",
    SCAN_FLOWS_SPEC,
  ],
  [
    'a claim that failed looks like a success',
    CLAIM,
    "toast({ title: failureTitle(error, t(`claim.${failure}`)), description, variant: 'destructive' });",
    'toast({ title: failureTitle(error, t(`claim.${failure}`)), description });',
    SCAN_FLOWS_SPEC,
  ],
  [
    'a typed code stays in small letters',
    'contracts/redemption/code.ts',
    "toUpperCase().replace(SEPARATOR, '-')",
    "replace(SEPARATOR, '-')",
    STAFF_SPEC,
  ],
  [
    'the counter fills in the default amount',
    'ui/redemption/counter/amount-form.tsx',
    "draft.saleAmount : '' },",
    'draft.saleAmount : scan.defaultSaleAmount },',
    STAFF_SPEC,
  ],
  [
    'a new site has another currency than its form shows first',
    'ui/site/sites-page.tsx',
    "initial: { name: '', currency: 'EUR',",
    "initial: { name: '', currency: 'USD',",
    SITES_SPEC,
  ],
];

export const FAULTS = [...MONEY, ...RULES, ...READS, ...EDGES, ...SCREENS].map(([what, file, from, to, ...specs]) => ({
  what,
  file,
  from,
  to,
  specs,
}));
