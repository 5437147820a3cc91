import { resolve } from 'node:path';
import type { StripeSettings } from '@perktree/command-service/payments/create-provider';
import { DEFAULT_PAYOUT_LIMITS, type PayoutLimits } from '@perktree/command-service/payout/decisions/funding-limits';
import { DEFAULT_NETWORK_LIMITS } from '@perktree/identity/budgets';
import type { OidcSettings } from '@perktree/identity/oidc/provider';
import type { SmtpSettings } from '@perktree/mail-service/smtp';
import { type Environment, environmentSchema, type Setting, takes } from './environment.ts';
import { readSecretFiles } from './secret-files.ts';

/** Settings that depend on each other: the first one requires the others. */
const TOGETHER: readonly (readonly [keyof Environment, ...(keyof Environment)[]])[] = [
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_PRO', 'STRIPE_PRICE_ULTRA'],
  ['STRIPE_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY'],
  ['STRIPE_PRICE_PRO', 'STRIPE_SECRET_KEY'],
  ['STRIPE_PRICE_ULTRA', 'STRIPE_SECRET_KEY'],
  ['DATABASE_PRIMARY_URL', 'DATABASE_READ_URL'],
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
  if (env.STRIPE_PRICE_PRO !== undefined && env.STRIPE_PRICE_PRO === env.STRIPE_PRICE_ULTRA) {
    const other = 'which is another one than that of STRIPE_PRICE_PRO';
    throw new WrongConfiguration(`STRIPE_PRICE_ULTRA is wrong: it takes ${takes('STRIPE_PRICE_ULTRA')}, ${other}.`);
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

export type Configuration = ReturnType<typeof readConfiguration>;

/**
 * Parses the environment.
 * @param required settings that this program needs
 * @throws WrongConfiguration
 */
export function readConfiguration(environment: GivenEnvironment, cwd: string, required: readonly Setting[] = []) {
  const env = checkedEnvironment(withSecrets(environment, cwd), required);
  return {
    /** 0: any free port. */
    port: env.PORT ?? 3000,
    host: env.HOST ?? '127.0.0.1',
    /** Absolute. Holds the embedded database, unless there is a DATABASE_URL, and the secret of this installation. */
    dataDir: dataDirOf(env, cwd),
    /** Null for the address that it listens on. */
    publicUrl: env.PUBLIC_URL === undefined ? null : new URL(env.PUBLIC_URL).origin,
    /** Reverse proxies whose `X-Forwarded-For` is trusted: their number or addresses. Null for none. */
    trustProxy: env.TRUST_PROXY ?? null,
    /** Null for the embedded database. */
    databaseUrl: env.DATABASE_URL ?? null,
    /** A read-only login for queries at the database or a hot standby of it. Null: the product creates the login. */
    databaseReadUrl: env.DATABASE_READ_URL ?? null,
    /** If DATABASE_READ_URL is a standby: the same login at its primary. */
    databasePrimaryUrl: env.DATABASE_PRIMARY_URL ?? null,
    /** Null: the events are in the same Postgres as other data. May contain a password. */
    eventStoreUrl: env.EVENT_STORE_URL ?? null,
    /** Null: the job queue is in Postgres. */
    redisUrl: env.REDIS_URL ?? null,
    /** Number of groups of read models; one projector leads each. Must be the same for all projectors of a database. */
    projectorPartitions: env.PROJECTOR_PARTITIONS ?? 1,
    /** Maximum heap of a process that makes a file, in megabytes. */
    reportHeapMb: env.REPORT_HEAP_MB ?? 512,
    networkLimits: networkLimitsOf(env),
    /** Null: made once and kept in the data folder. */
    sessionSecret: env.SESSION_SECRET ?? null,
    /** Null: made once and kept in the data folder. */
    auditSigningKey: env.AUDIT_SIGNING_KEY ?? null,
    /** Who gets the signed head of each day. */
    headReceivers: {
      /** Null: no witness. */
      witnessUrl: env.HEAD_WITNESS_URL ?? null,
      /** Null: no time stamp authority. */
      timeStampUrl: env.HEAD_TIME_STAMP_URL ?? null,
      /** `owners`: superadmins too. */
      mails: env.HEAD_MAILS ?? 'owners',
    },
    /** Null for the built-in payment provider, which moves no money. */
    stripe: stripeOf(env),
    payoutLimits: payoutLimitsOf(env),
    /** Years that evidence of payments is kept; null: those of the site's country. */
    evidenceYears: evidenceYearsOf(env),
    /** Whether the previous release has to read each event, because it runs too or may run again. */
    keepsWayBack: env.WAY_BACK_TO !== undefined,
    /** Null: users sign in with a password only. */
    oidc: oidcOf(env),
    mail: mailOf(env),
    /** Whether webhooks may go to addresses that are not public, and without TLS. */
    webhookAllowPrivate: env.WEBHOOK_ALLOW_PRIVATE === '1',
    /** Address at which services reach each other; null without a gateway. */
    gatewayUrl: env.GATEWAY_URL ?? null,
    brand: { desktop: env.BRAND_DESKTOP ?? 'PerkTree Console', mobile: env.BRAND_MOBILE ?? 'PerkTree' },
    /** Of this installation. */
    legalLinks: legalLinksOf(env),
    logLevel: env.LOG_LEVEL ?? ('info' as const),
  };
}

/**
 * For programs that start the embedded database: queries would read another database than the one that commands are written to.
 * @throws WrongConfiguration
 */
export function refuseReadUrlAlone({ databaseUrl, databaseReadUrl }: Configuration): void {
  if (databaseUrl !== null || databaseReadUrl === null) return;
  refuseAny([`DATABASE_URL is missing: it takes ${takes('DATABASE_URL')}, since DATABASE_READ_URL is set.`]);
}

/** The absolute path of the data folder. */
export const dataDirOf = ({ DATA_DIR }: { readonly DATA_DIR?: string | undefined }, cwd: string) =>
  resolve(cwd, DATA_DIR || '.data');

const legalLinksOf = (env: Environment) => ({
  privacy: env.PRIVACY_PAGE ?? null,
  terms: env.TERMS_PAGE ?? null,
  imprint: env.IMPRINT_PAGE ?? null,
});

const networkLimitsOf = (env: Environment) => ({
  register: env.REGISTRATIONS_PER_NETWORK ?? DEFAULT_NETWORK_LIMITS.register,
  visit: env.VISITORS_PER_NETWORK ?? DEFAULT_NETWORK_LIMITS.visit,
  providerSignIn: env.PROVIDER_SIGN_INS_PER_NETWORK ?? DEFAULT_NETWORK_LIMITS.providerSignIn,
});

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

function stripeOf(env: Environment): StripeSettings | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = env;
  const { STRIPE_PRICE_PRO: pro, STRIPE_PRICE_ULTRA: ultra } = env;
  if (secretKey === undefined || webhookSecret === undefined || pro === undefined || ultra === undefined) return null;
  return { secretKey, webhookSecret, prices: { pro, ultra } };
}

/** Null: no mail is sent. `mailbox`: a demo shows its mails on a page instead of sending them. */
function mailOf(env: Environment): SmtpSettings | 'mailbox' | null {
  const { SMTP_URL: url, MAIL_FROM: from } = env;
  return url === undefined || from === undefined ? null : { url, from };
}

function oidcOf(env: Environment): OidcSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return null;
  return { issuer, clientId, clientSecret };
}
