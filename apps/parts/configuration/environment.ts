import { isIP } from 'node:net';
import { legalUrlSchema } from '@perktree/contracts/account/legal-links';
import { z } from 'zod';

const HOPS = /^[1-9]\d?$/;
/** Networks that Fastify knows by name. */
const NAMED = new Set(['loopback', 'linklocal', 'uniquelocal']);
const BITS = { 4: 32, 6: 128 } as const;

/** TRUST_PROXY: the number of reverse proxies, or their addresses and networks, separated by commas. */
const trustedProxies = z
  .string()
  .transform((text): number | string[] => (HOPS.test(text) ? Number(text) : text.split(',').map((part) => part.trim())))
  .refine((proxies) => typeof proxies === 'number' || proxies.every(isAddressOrNetwork));

/** Rejects networks that contain every address: any client could forge its address. */
function isAddressOrNetwork(text: string): boolean {
  if (NAMED.has(text)) return true;
  const [address = '', prefix, ...more] = text.split('/');
  const family = isIP(address);
  if ((family !== 4 && family !== 6) || more.length > 0) return false;
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= BITS[family]);
}

/** An empty setting counts as absent: `PORT= npm start` means the default. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const wholeNumber = (pattern: RegExp) => z.string().regex(pattern).transform(Number);
const perNetwork = wholeNumber(/^[1-9]\d{0,6}$/);

/** An unescaped `/` or `#` ends the host early: the rest of the password, with an `@`, is in the path then. */
const isEscaped = (url: string) => !/^[^:]+:\/\/[^/?#]*[/#][^?]*@/.test(url);
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ }).refine(isEscaped);
/** `smtp://user:password@host:port`, and options of nodemailer. */
const SMTP_URL = /^smtps?:\/\/(?:[^\s@/?#]*@)?[^\s@/?#]+\/?(?:\?[^\s@#]*)?$/;
const isDecodable = (url: string) => !/%(?![\da-f]{2})/i.test(url);

const httpUrl = z.url({ protocol: /^https?$/ });

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

/** The release to which the way back can be kept (`WAY_BACK_TO`). */
const PREVIOUS_RELEASE = '0.1.0';

/** Characters of the secret that signs sessions, at least. */
export const MIN_SECRET_LENGTH = 32;

/** An address, or a name, also a quoted one, in front of `<address>`, in one line. */
const MAIL_SENDER =
  /^(?:(?:[^<>"\p{Cc}]+|"(?:[^"\\\p{Cc}]|\\[^\p{Cc}])+") <[^\s<>"@]+@[^\s<>"@]+>|[^\s<>"@]+@[^\s<>"@]+)$/u;

const LEGAL_ADDRESS = 'an https address of up to 500 characters';

export const environmentSchema = z.object({
  PORT: optional(wholeNumber(/^\d{1,5}$/).refine((port) => port <= 65_535)).describe(
    'a port number from 0 (any free one) to 65535',
  ),
  HOST: optional(z.string().min(1)).describe('an address to listen on, such as 127.0.0.1 or 0.0.0.0'),
  DATA_DIR: optional(z.string().min(1)).describe('a folder for the data'),
  PUBLIC_URL: optional(httpUrl.regex(/^[^:]+:\/\/[^/?#]+\/?$/)).describe(
    'the http or https address that people reach it by, without a path',
  ),
  TRUST_PROXY: optional(trustedProxies).describe(
    'the number of reverse proxies in front (1 to 99), or their addresses and networks, such as 10.0.0.0/8',
  ),
  DATABASE_URL: optional(postgresUrl).describe('postgres://user:password@host:port/database'),
  DATABASE_READ_URL: optional(postgresUrl).describe(
    'postgres://user:password@host:port/database, with a user of its own that the product lets only read',
  ),
  DATABASE_PRIMARY_URL: optional(postgresUrl).describe(
    'postgres://user:password@host:port/database: the user of DATABASE_READ_URL at the primary of that standby',
  ),
  EVENT_STORE_URL: optional(z.string().regex(/^(esdb|kurrentdb)(\+discover)?:\/\/\S+$/)).describe(
    "EventStoreDB's connection string, such as esdb://host:2113?tls=false",
  ),
  REDIS_URL: optional(z.url({ protocol: /^rediss?$/ }).refine(isEscaped)).describe('redis://user:password@host:port'),
  PROJECTOR_PARTITIONS: optional(wholeNumber(/^[1-9]\d?$/)).describe(
    'into how many groups the read models are dealt, from 1 to 99',
  ),
  REPORT_HEAP_MB: optional(wholeNumber(/^\d{2,5}$/).refine((megabytes) => megabytes >= 32)).describe(
    'megabytes, from 32 to 99999',
  ),
  REGISTRATIONS_PER_NETWORK: optional(perNetwork).describe('how many accounts one network may open in an hour'),
  VISITORS_PER_NETWORK: optional(perNetwork).describe(
    'how many new visitors of one network may scan in ten minutes without signing in',
  ),
  PROVIDER_SIGN_INS_PER_NETWORK: optional(perNetwork).describe(
    'how many sign-ins at the OpenID Connect provider one network may begin in ten minutes',
  ),
  SESSION_SECRET: optional(z.string().min(MIN_SECRET_LENGTH)).describe(
    `${MIN_SECRET_LENGTH} random characters or more`,
  ),
  AUDIT_SIGNING_KEY: optional(z.string().min(60)).describe(
    'a private key of Ed25519: PKCS #8, as PEM or as base64 in one line',
  ),
  HEAD_WITNESS_URL: optional(httpUrl).describe('the https address of a witness that takes signed heads'),
  HEAD_TIME_STAMP_URL: optional(httpUrl).describe('the http or https address of a time stamp authority (RFC 3161)'),
  HEAD_MAILS: optional(z.enum(['owners', 'superadmins', 'none'])).describe(
    'owners, superadmins or none: who gets the signed head of each day by mail',
  ),
  STRIPE_SECRET_KEY: optional(z.string().regex(/^(sk|rk)_\w+$/)).describe(
    "a secret or restricted key of Stripe's: sk_… or rk_…",
  ),
  STRIPE_WEBHOOK_SECRET: optional(z.string().regex(/^whsec_\S+$/)).describe(
    "the signing secret of Stripe's notices: whsec_…",
  ),
  STRIPE_PRICE_PRO: optional(z.string().min(1)).describe("Stripe's id of the monthly price of Pro"),
  STRIPE_PRICE_ULTRA: optional(z.string().min(1)).describe("Stripe's id of the monthly price of Ultra"),
  PAYMENT_EVIDENCE_YEARS: optional(wholeNumber(/^\d{1,2}$/)).describe('years, from 0 to 99'),
  WAY_BACK_TO: optional(z.literal(PREVIOUS_RELEASE)).describe(PREVIOUS_RELEASE),
  PAYOUT_MINIMUM_HOLD_DAYS: optional(wholeNumber(/^\d{1,2}$/)).describe('days, from 0 to 99'),
  PAYOUT_NEW_BUSINESS_DAYS: optional(wholeNumber(/^\d{1,3}$/)).describe('days, from 0 to 999'),
  PAYOUT_NEW_BUSINESS_MAXIMUM: optional(wholeNumber(/^\d{1,7}$/)).describe('a whole amount, from 0 to 9999999'),
  PAYOUT_APPROVAL_ABOVE: optional(wholeNumber(/^\d{1,7}$/)).describe('a whole amount, from 0 to 9999999'),
  PAYOUT_FEE_PERCENT: optional(
    z
      .string()
      .regex(/^\d(\.\d{1,2})?$/)
      .transform(Number),
  ).describe('percent, from 0 to 9.99'),
  OIDC_ISSUER: optional(httpUrl).describe('the http or https address of an OpenID Connect provider'),
  OIDC_CLIENT_ID: optional(z.string().min(1)).describe('the id that the provider knows this product by'),
  OIDC_CLIENT_SECRET: optional(z.string().min(1)).describe('the secret that the provider gave for this product'),
  SMTP_URL: optional(
    z
      .url({ protocol: /^smtps?$/ })
      .regex(SMTP_URL)
      .refine(isDecodable),
  ).describe(
    'smtp://user:password@host:port, or smtps:// for TLS from the start; in the password %40 for @, %2F for /, %23 for #, %3F for ? and %25 for %',
  ),
  MAIL_FROM: optional(z.string().max(320).regex(MAIL_SENDER)).describe(
    'the sender of mails: an address, or Name <address>',
  ),
  WEBHOOK_ALLOW_PRIVATE: optional(z.enum(['0', '1'])).describe('1: yes, 0: no'),
  GATEWAY_URL: optional(httpUrl).describe('the http address of the gateway, for services'),
  BRAND_DESKTOP: optional(z.string().min(1).max(60)).describe('up to 60 characters'),
  BRAND_MOBILE: optional(z.string().min(1).max(60)).describe('up to 60 characters'),
  PRIVACY_PAGE: optional(legalUrlSchema).describe(LEGAL_ADDRESS),
  TERMS_PAGE: optional(legalUrlSchema).describe(LEGAL_ADDRESS),
  IMPRINT_PAGE: optional(legalUrlSchema).describe(LEGAL_ADDRESS),
  LOG_LEVEL: optional(z.enum(LOG_LEVELS)).describe(`one of ${LOG_LEVELS.join(', ')}`),
});

export type Setting = keyof typeof environmentSchema.shape;
export type Environment = z.output<typeof environmentSchema>;

/** What a setting takes, in words. */
export function takes(name: string): string {
  const schema = environmentSchema.shape[name as Setting];
  return schema.description ?? 'another value';
}
