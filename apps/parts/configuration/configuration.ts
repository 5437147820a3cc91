import { resolve } from 'node:path';
import type { StripeSettings } from '@perktree/command-service/payments/create-provider';
import { DEFAULT_PAYOUT_LIMITS, type PayoutLimits } from '@perktree/command-service/payout/decisions/funding-limits';
import { type LegalLinks, legalUrlSchema } from '@perktree/contracts/account/legal-links';
import { DEFAULT_NETWORK_LIMITS, type NetworkLimits } from '@perktree/identity/budgets';
import type { OidcSettings } from '@perktree/identity/oidc/provider';
import type { SmtpSettings } from '@perktree/mail-service/smtp';
import type { TrustedProxies } from '@perktree/platform/http/app';
import { z } from 'zod';
import { readSecretFiles } from './secret-files.ts';
import { trustedProxies } from './trusted-proxies.ts';

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

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

/** The release to which the way back can be kept (`WAY_BACK_TO`). */
const PREVIOUS_RELEASE = '0.1.0';

/** Characters of the secret that signs sessions, at least. */
export const LEAST_SECRET = 32;

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
  SESSION_SECRET: optional(z.string().min(LEAST_SECRET)).describe(`${LEAST_SECRET} random characters or more`),
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

export interface Configuration {
  /** 0: any free port. */
  readonly port: number;
  readonly host: string;
  /** Absolute. Holds the embedded database, unless there is a DATABASE_URL, and the secret of this installation. */
  readonly dataDir: string;
  /** Null for the address that it listens on. */
  readonly publicUrl: string | null;
  /** Reverse proxies whose `X-Forwarded-For` is trusted: their number or addresses. Null for none. */
  readonly trustProxy: TrustedProxies;
  /** Null for the embedded database. */
  readonly databaseUrl: string | null;
  /** A read-only login for queries at the database or a hot standby of it. Null: the product creates the login. */
  readonly databaseReadUrl: string | null;
  /** If DATABASE_READ_URL is a standby: the same login at its primary. */
  readonly databasePrimaryUrl: string | null;
  /** Null: the events are in the same Postgres as other data. May contain a password. */
  readonly eventStoreUrl: string | null;
  /** Null: the job queue is in Postgres. */
  readonly redisUrl: string | null;
  /** Number of groups of read models; one projector leads each. Must be the same for all projectors of a database. */
  readonly projectorPartitions: number;
  /** Maximum heap of a process that makes a file, in megabytes. */
  readonly reportHeapMb: number;
  /** Maximum number of registrations in an hour, and of visits and sign-ins at the provider in ten minutes, from one network. */
  readonly networkLimits: NetworkLimits;
  /** Null: made once and kept in the data folder. */
  readonly sessionSecret: string | null;
  /** Null: made once and kept in the data folder. */
  readonly auditSigningKey: string | null;
  /** Who gets the signed head of each day. */
  readonly headReceivers: {
    /** Null: no witness. */
    readonly witnessUrl: string | null;
    /** Null: no time stamp authority. */
    readonly timeStampUrl: string | null;
    /** `owners`: superadmins too. */
    readonly mails: 'owners' | 'superadmins' | 'none';
  };
  /** Null for the built-in payment provider, which moves no money. */
  readonly stripe: StripeSettings | null;
  readonly payoutLimits: PayoutLimits;
  /** Years that evidence of payments is kept; null: those of the site's country. */
  readonly evidenceYears: number | null;
  /** Whether the previous release has to read each event, because it runs too or may run again. */
  readonly keepsWayBack: boolean;
  /** Null: users sign in with a password only. */
  readonly oidc: OidcSettings | null;
  /** Null: no mail is sent. `mailbox`: a demo shows its mails on a page instead of sending them. */
  readonly mail: SmtpSettings | 'mailbox' | null;
  /** Whether webhooks may go to addresses that are not public, and without TLS. */
  readonly webhookAllowPrivate: boolean;
  /** Address at which services reach each other; null without a gateway. */
  readonly gatewayUrl: string | null;
  readonly brand: { readonly desktop: string; readonly mobile: string };
  /** Of this installation. */
  readonly legalLinks: LegalLinks;
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

/** The name of a setting. */
export type Setting = keyof typeof environmentSchema.shape;
type Environment = z.output<typeof environmentSchema>;

/** Settings that depend on each other: the first one requires the others. */
const TOGETHER: readonly (readonly [keyof Environment, ...(keyof Environment)[]])[] = [
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['STRIPE_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['MAIL_FROM', 'SMTP_URL'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'PUBLIC_URL'],
  ['OIDC_CLIENT_ID', 'OIDC_ISSUER'],
  ['OIDC_CLIENT_SECRET', 'OIDC_ISSUER'],
];

/** An invalid setting, which stops the start. The message names the setting and valid values, but never the given value. */
export class WrongConfiguration extends Error {
  override readonly name = 'WrongConfiguration';
}

type GivenEnvironment = Readonly<Record<string, string | undefined>>;

/** @throws WrongConfiguration */
function checkedEnvironment(environment: GivenEnvironment, required: readonly Setting[]): Environment {
  const parsed = environmentSchema.safeParse(environment);
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))];
    throw new WrongConfiguration(names.map((name) => `${name} is wrong: it takes ${takes(name)}.`).join('\n'));
  }
  const env = parsed.data;
  if (env.HEAD_WITNESS_URL?.startsWith('http:') && env.WEBHOOK_ALLOW_PRIVATE !== '1') {
    throw new WrongConfiguration(`HEAD_WITNESS_URL is wrong: it takes ${takes('HEAD_WITNESS_URL')}.`);
  }
  const absent = required.filter((name) => env[name] === undefined);
  refuseAny(absent.map((name) => `${name} is missing: it takes ${takes(name)}.`));
  const missing = TOGETHER.flatMap(([given, ...others]) =>
    env[given] === undefined ? [] : others.filter((name) => env[name] === undefined).map((name) => [name, given]),
  );
  refuseAny(missing.map(([name, given]) => `${name} is missing: it takes ${takes(`${name}`)}, since ${given} is set.`));
  return env;
}

function refuseAny(problems: readonly string[]): void {
  if (problems.length > 0) throw new WrongConfiguration(problems.join('\n'));
}

/**
 * The environment with the secrets that are in files: `SESSION_SECRET` for `SESSION_SECRET_FILE`.
 * @throws WrongConfiguration
 */
export function withSecrets(given: GivenEnvironment, cwd: string): GivenEnvironment {
  const { environment, problems } = readSecretFiles(given, cwd);
  refuseAny(problems);
  return environment;
}

/**
 * Parses the environment.
 * @param required settings that this program needs
 * @throws WrongConfiguration
 */
export function readConfiguration(
  environment: GivenEnvironment,
  cwd: string,
  required: readonly Setting[] = [],
): Configuration {
  const env = checkedEnvironment(withSecrets(environment, cwd), required);
  return {
    port: env.PORT ?? 3000,
    host: env.HOST ?? '127.0.0.1',
    dataDir: dataDirOf(env, cwd),
    publicUrl: env.PUBLIC_URL === undefined ? null : new URL(env.PUBLIC_URL).origin,
    trustProxy: env.TRUST_PROXY ?? null,
    databaseUrl: env.DATABASE_URL ?? null,
    databaseReadUrl: env.DATABASE_READ_URL ?? null,
    databasePrimaryUrl: env.DATABASE_PRIMARY_URL ?? null,
    eventStoreUrl: env.EVENT_STORE_URL ?? null,
    redisUrl: env.REDIS_URL ?? null,
    projectorPartitions: env.PROJECTOR_PARTITIONS ?? 1,
    reportHeapMb: env.REPORT_HEAP_MB ?? 512,
    networkLimits: networkLimitsOf(env),
    sessionSecret: env.SESSION_SECRET ?? null,
    auditSigningKey: env.AUDIT_SIGNING_KEY ?? null,
    headReceivers: {
      witnessUrl: env.HEAD_WITNESS_URL ?? null,
      timeStampUrl: env.HEAD_TIME_STAMP_URL ?? null,
      mails: env.HEAD_MAILS ?? 'owners',
    },
    stripe: stripeOf(env),
    payoutLimits: payoutLimitsOf(env),
    evidenceYears: evidenceYearsOf(env),
    keepsWayBack: env.WAY_BACK_TO !== undefined,
    oidc: oidcOf(env),
    mail: mailOf(env),
    webhookAllowPrivate: env.WEBHOOK_ALLOW_PRIVATE === '1',
    gatewayUrl: env.GATEWAY_URL ?? null,
    brand: { desktop: env.BRAND_DESKTOP ?? 'PerkTree Console', mobile: env.BRAND_MOBILE ?? 'PerkTree' },
    legalLinks: legalLinksOf(env),
    logLevel: env.LOG_LEVEL ?? 'info',
  };
}

/** The absolute path of the data folder. */
export const dataDirOf = ({ DATA_DIR }: { readonly DATA_DIR?: string | undefined }, cwd: string) =>
  resolve(cwd, DATA_DIR || '.data');

const legalLinksOf = (env: Environment): LegalLinks => ({
  privacy: env.PRIVACY_PAGE ?? null,
  terms: env.TERMS_PAGE ?? null,
  imprint: env.IMPRINT_PAGE ?? null,
});

function networkLimitsOf(env: Environment): NetworkLimits {
  return {
    register: env.REGISTRATIONS_PER_NETWORK ?? DEFAULT_NETWORK_LIMITS.register,
    visit: env.VISITORS_PER_NETWORK ?? DEFAULT_NETWORK_LIMITS.visit,
    providerSignIn: env.PROVIDER_SIGN_INS_PER_NETWORK ?? DEFAULT_NETWORK_LIMITS.providerSignIn,
  };
}

const evidenceYearsOf = ({ PAYMENT_EVIDENCE_YEARS: years }: Environment) => years ?? null;

function payoutLimitsOf(env: Environment): PayoutLimits {
  const byDefault = DEFAULT_PAYOUT_LIMITS;
  return {
    minimumHoldDays: env.PAYOUT_MINIMUM_HOLD_DAYS ?? byDefault.minimumHoldDays,
    newBusinessDays: env.PAYOUT_NEW_BUSINESS_DAYS ?? byDefault.newBusinessDays,
    newBusinessMaximum: env.PAYOUT_NEW_BUSINESS_MAXIMUM ?? byDefault.newBusinessMaximum,
    approvalAbove: env.PAYOUT_APPROVAL_ABOVE ?? byDefault.approvalAbove,
    feePercent: env.PAYOUT_FEE_PERCENT ?? byDefault.feePercent,
  };
}

function stripeOf(env: Environment): Configuration['stripe'] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = env;
  if (secretKey === undefined || webhookSecret === undefined) return null;
  const prices = { pro: env.STRIPE_PRICE_PRO ?? 'price_pro', ultra: env.STRIPE_PRICE_ULTRA ?? 'price_ultra' };
  return { secretKey, webhookSecret, prices };
}

function mailOf(env: Environment): Configuration['mail'] {
  const { SMTP_URL: url, MAIL_FROM: from } = env;
  return url === undefined || from === undefined ? null : { url, from };
}

function oidcOf(env: Environment): Configuration['oidc'] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return null;
  return { issuer, clientId, clientSecret };
}

function takes(name: string): string {
  const schema = environmentSchema.shape[name as keyof typeof environmentSchema.shape];
  return schema.description ?? 'another value';
}
