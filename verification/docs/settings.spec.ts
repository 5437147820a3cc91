import { environmentSchema, type Setting } from '@perktree/apps/parts/configuration/environment';
import { SECRETS } from '@perktree/apps/parts/configuration/secret-files';
import { describe, expect, it } from 'vitest';

/** Default and purpose of each setting. */
const SETTINGS: Readonly<Record<Setting, readonly [byDefault: string, purpose: string]>> = {
  PORT: ['3000', 'port to listen on'],
  HOST: ['127.0.0.1', 'address to listen on'],
  DATA_DIR: ['`.data`', 'embedded database and secrets of this installation'],
  PUBLIC_URL: ['the address it listens on', 'start of every link and printed QR code: set it before you print any'],
  TRUST_PROXY: [
    'none',
    'reverse proxies in front. Without it all visitors count as the proxy and share its limits: [behind a proxy](../how-to/run-behind-a-proxy.md)',
  ],
  DATABASE_URL: ['the embedded database', 'your Postgres server'],
  DATABASE_READ_URL: [
    'a login that the product creates',
    'read-only login for queries, also at [a hot standby](../how-to/scale-out.md#reads-from-a-standby)',
  ],
  DATABASE_PRIMARY_URL: ['', 'primary of that standby, for a query service that runs by itself'],
  EVENT_STORE_URL: ['the same Postgres', 'EventStoreDB for the events'],
  REDIS_URL: ['the same Postgres', 'Redis for the job queue'],
  PROJECTOR_PARTITIONS: ['1', 'groups of read models, each led by one projector'],
  REPORT_HEAP_MB: [
    '512',
    'most memory of the process that makes a report. A statement of 60,000 ledger entries takes about 350 MB',
  ],
  REGISTRATIONS_PER_NETWORK: [
    '150',
    'new accounts per network in an hour, a fifth of them of owners and distributors. Raise it where many people register from one shared address, such as at an event',
  ],
  VISITORS_PER_NETWORK: ['300', 'new signed-out visitors per network in ten minutes. Raise it likewise'],
  PROVIDER_SIGN_INS_PER_NETWORK: [
    '300',
    'sign-ins begun at the OpenID Connect provider per network in ten minutes. Raise it likewise',
  ],
  SESSION_SECRET: ['generated, kept in `DATA_DIR`', 'signs session cookies, encrypts second factors'],
  AUDIT_SIGNING_KEY: [
    'generated, kept in `DATA_DIR`',
    'signs heads of the event chain: [statements](../how-to/issue-statements.md)',
  ],
  HEAD_WITNESS_URL: ['', 'gets the [signed head](../how-to/operate.md#push-signed-heads) of each day by POST'],
  HEAD_TIME_STAMP_URL: ['', 'stamps the signed head of each day: RFC 3161'],
  HEAD_MAILS: [
    '`owners`',
    'who gets the signed head of each day by mail, where mail is set up; `owners`: superadmins and auditors too',
  ],
  STRIPE_SECRET_KEY: ['the offline provider, which moves no money', 'Stripe settles plans and payouts'],
  STRIPE_WEBHOOK_SECRET: ['', 'for Stripe notices to `PUBLIC_URL/api/webhooks/stripe`'],
  STRIPE_PRICE_PRO: ['`price_pro`', 'price of the Pro plan'],
  STRIPE_PRICE_ULTRA: ['`price_ultra`', 'price of the Ultra plan'],
  PAYMENT_EVIDENCE_YEARS: [
    "those of the site's country",
    'years, from the end of the calendar year, for which [evidence of payments](accounts.md#evidence-of-payments) outlives the erasure of a person',
  ],
  WAY_BACK_TO: [
    '',
    'while that version [runs too, or may run again](../how-to/operate.md#upgrades): texts, and the account of a payment, get no hash in their events',
  ],
  PAYOUT_MINIMUM_HOLD_DAYS: [
    '7',
    'days that a share has to be old before [an automatic payout](../explanation/security.md#payouts) includes it, whatever the hold of its site',
  ],
  PAYOUT_NEW_BUSINESS_DAYS: [
    '30',
    'days for which a business is new after it first subscribed. It stays new until a payout was collected from it',
  ],
  PAYOUT_NEW_BUSINESS_MAXIMUM: ['500', 'what a new business may pay out in all before the operator has to approve'],
  PAYOUT_APPROVAL_ABOVE: ['5000', 'what a business may pay out in 30 days before the operator has to approve'],
  PAYOUT_FEE_PERCENT: [
    '3',
    "percent that owners pay in addition to automatic payouts, for the payment provider's fees",
  ],
  OIDC_ISSUER: [
    'passwords only',
    'OpenID Connect provider for sign-in. Its redirect URI is `PUBLIC_URL/api/auth/callback/oidc`',
  ],
  OIDC_CLIENT_ID: ['', 'client id at that provider'],
  OIDC_CLIENT_SECRET: ['', 'client secret at that provider'],
  SMTP_URL: ['no mail', 'mail server: [how to send mail](../how-to/send-mail.md)'],
  MAIL_FROM: ['', 'sender of mails'],
  WEBHOOK_ALLOW_PRIVATE: [
    '0',
    'lets webhooks go to private addresses and to http, for receivers in your own network: [receive webhooks](../how-to/receive-webhooks.md)',
  ],
  GATEWAY_URL: ['', 'where the ui service reaches the other services'],
  BRAND_DESKTOP: ['PerkTree Console', 'label of the sidebar'],
  BRAND_MOBILE: ['PerkTree', 'label of the header on small screens'],
  PRIVACY_PAGE: ['no link', 'your privacy policy, in the footer of every page: [privacy](privacy.md#links)'],
  TERMS_PAGE: ['no link', 'your terms, likewise'],
  IMPRINT_PAGE: ['no link', 'your imprint, likewise'],
  LOG_LEVEL: ['info', 'logs are JSON lines on stderr'],
};

function settingsPage(): string {
  const row = (name: Setting) => {
    const takes = environmentSchema.shape[name].description ?? '';
    return `| \`${name}\` | ${takes} | ${SETTINGS[name].join(' | ')} |`;
  };
  return `${[
    '# Settings',
    '',
    'For operators. Settings are environment variables. A wrong or missing value stops the start and names the setting. An empty value counts',
    'as not set.',
    '',
    'Generated from `apps/parts/configuration/environment.ts` by `npm run docs`.',
    '',
    '| setting | takes | default | for |',
    '|---|---|---|---|',
    ...(Object.keys(SETTINGS) as Setting[]).map(row),
    '',
    '## Secrets in files',
    '',
    'Each of these settings also comes from a file: its name with `_FILE` at the end takes the path, such as',
    '`SESSION_SECRET_FILE=/run/secrets/session-secret`. Line breaks at the end of the file do not count.',
    '',
    ...SECRETS.map((name) => `- \`${name}_FILE\``),
    '',
    'A file that is missing, unreadable or empty stops the start and names the setting. So does a setting that is given both ways. The file is read at the start: restart',
    'the process after a change.',
  ].join('\n')}\n`;
}

describe('docs/reference/settings.md', () => {
  it('is generated from the schema (if not: npm run docs)', async () => {
    expect(Object.keys(SETTINGS).sort()).toEqual(Object.keys(environmentSchema.shape).sort());
    await expect(settingsPage()).toMatchFileSnapshot('../../docs/reference/settings.md');
  });
});
