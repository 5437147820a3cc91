import { resolve } from 'node:path';
import type { StripeSettings } from '@perktree/command-service/payments/create-provider';
import { DEFAULT_PAYOUT_LIMITS, type PayoutLimits } from '@perktree/command-service/payout/decisions/funding-limits';
import type { LegalLinks } from '@perktree/contracts/account/legal-links';
import { DEFAULT_NETWORK_LIMITS, type NetworkLimits } from '@perktree/identity/budgets';
import type { OidcSettings } from '@perktree/identity/oidc/provider';
import type { SmtpSettings } from '@perktree/mail-service/smtp';
import type { TrustedProxies } from '@perktree/platform/http/app';
import { type Environment, environmentSchema, type LOG_LEVELS, type Setting, takes } from './environment.ts';
import { readSecretFiles } from './secret-files.ts';

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
