import { resolve } from 'node:path';
import { z } from 'zod';

/** A setting that is empty is a setting that is not there: `PORT= npm start` means the default. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

const environmentSchema = z.object({
  PORT: optional(
    z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number)
      .refine((port) => port <= 65_535),
  ).describe('a port number from 0 (any free one) to 65535'),
  HOST: optional(z.string().min(1)).describe('an address to listen on, such as 127.0.0.1 or 0.0.0.0'),
  DATA_DIR: optional(z.string().min(1)).describe('a folder for the data'),
  PUBLIC_URL: optional(z.url({ protocol: /^https?$/ })).describe('the http or https address that people reach it by'),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })).describe(
    'postgres://user:password@host:port/database',
  ),
  SESSION_SECRET: optional(z.string().min(32)).describe('32 random characters or more'),
  BRAND_DESKTOP: optional(z.string().min(1).max(60)).describe('up to 60 characters'),
  BRAND_MOBILE: optional(z.string().min(1).max(60)).describe('up to 60 characters'),
  LOG_LEVEL: optional(z.enum(LOG_LEVELS)).describe(`one of ${LOG_LEVELS.join(', ')}`),
});

export interface Configuration {
  /** 0: any free port. */
  readonly port: number;
  readonly host: string;
  /** Absolute. Holds the embedded database, unless there is a DATABASE_URL, and the secret of this installation. */
  readonly dataDir: string;
  /** Null: the address that it listens on. */
  readonly publicUrl: string | null;
  /** Null: the embedded database. */
  readonly databaseUrl: string | null;
  /** Null: made once and kept in the data folder. */
  readonly sessionSecret: string | null;
  readonly brand: { readonly desktop: string; readonly mobile: string };
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

/** A setting with a wrong value: stops the start, naming the setting and what it takes, never the value. */
export class WrongConfiguration extends Error {
  override readonly name = 'WrongConfiguration';
}

/** The environment as the configuration. @throws WrongConfiguration */
export function readConfiguration(
  environment: Readonly<Record<string, string | undefined>>,
  cwd: string,
): Configuration {
  const parsed = environmentSchema.safeParse(environment);
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))];
    throw new WrongConfiguration(names.map((name) => `${name} is wrong: it takes ${takes(name)}.`).join('\n'));
  }
  const env = parsed.data;
  return {
    port: env.PORT ?? 3000,
    host: env.HOST ?? '127.0.0.1',
    dataDir: resolve(cwd, env.DATA_DIR ?? '.data'),
    publicUrl: env.PUBLIC_URL === undefined ? null : new URL(env.PUBLIC_URL).origin,
    databaseUrl: env.DATABASE_URL ?? null,
    sessionSecret: env.SESSION_SECRET ?? null,
    brand: { desktop: env.BRAND_DESKTOP ?? 'PerkTree Console', mobile: env.BRAND_MOBILE ?? 'PerkTree' },
    logLevel: env.LOG_LEVEL ?? 'info',
  };
}

function takes(name: string): string {
  const schema = environmentSchema.shape[name as keyof typeof environmentSchema.shape];
  return schema.description ?? 'another value';
}
