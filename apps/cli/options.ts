import { createPublicKey } from 'node:crypto';
import { type SignedHead, signedHeadSchema } from '@perktree/contracts/audit/chain-calls';
import type { RuleSettings } from '@perktree/contracts/commission/rule';
import { parseStrict } from '@perktree/contracts/kernel/strict-json';
import { InvalidArgumentError } from 'commander';
import { z } from 'zod';

/** Parsers of option values. Each throws InvalidArgumentError, which names the option. */

export function checked(schema: z.ZodType<string>): (value: string) => string {
  return (value) => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    throw new InvalidArgumentError(`${parsed.error.issues[0]?.message}.`);
  };
}

export const uuid = checked(z.uuid());

/** A day means its start in UTC. @returns an ISO 8601 time */
export function time(value: string): string {
  const text = /^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T00:00:00Z` : value;
  if (z.iso.datetime().safeParse(text).success) return new Date(text).toISOString();
  throw new InvalidArgumentError('Use a day such as 2026-10-01, or an ISO 8601 time in UTC.');
}

/** As `time`, repeatable. */
export const times = (value: string, others: readonly string[] = []): readonly string[] => [...others, time(value)];

export function month(value: string): string {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(value)) return value;
  throw new InvalidArgumentError('Use a month such as 2026-10.');
}

/** An Ed25519 key as published: DER in base64. */
export function publicKey(value: string): string {
  if (isEd25519(value)) return value;
  throw new InvalidArgumentError('Use an Ed25519 public key in base64, as `chain key` prints it.');
}

/** A signed head as JSON, repeatable. */
export function signedHead(value: string, others: readonly SignedHead[] = []): readonly SignedHead[] {
  try {
    return [...others, signedHeadSchema.parse(parseStrict(value))];
  } catch {
    throw new InvalidArgumentError('Use a head as JSON, as GET /api/audit/heads lists it.');
  }
}

/** One line of text, which is signed. */
export function asOneLine(value: string): string {
  if (/^[^\p{Cc}\u2028\u2029]{1,200}$/u.test(value.trim())) return value.trim();
  throw new InvalidArgumentError('Use one line of up to 200 characters.');
}

function isEd25519(key: string): boolean {
  try {
    const { asymmetricKeyType } = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
    return asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}

/** `QR=5.00`, repeatable. */
export function percentOfQr(percent: z.ZodType<string>) {
  return (value: string, others: ReadonlyMap<string, string> = new Map()): ReadonlyMap<string, string> => {
    const [qrId = '', share = ''] = value.split('=');
    return new Map([...others, [uuid(qrId), checked(percent)(share)]]);
  };
}

/** `tierAmounts=5.00,2.00`, repeatable. The rule itself checks its settings. */
export function ruleSetting(value: string, others: RuleSettings = {}): RuleSettings {
  const [name = '', amounts = ''] = value.split('=');
  return { ...others, [name]: amounts.split(',') };
}

export const dashed = (name: string) => name.replaceAll('_', '-');

/** A name with dashes or underscores. */
export function oneOf<Name extends string>(names: readonly Name[]): (value: string) => Name {
  return (value) => {
    const found = names.find((name) => dashed(name) === dashed(value));
    if (found !== undefined) return found;
    throw new InvalidArgumentError(`Choose one of: ${names.map(dashed).join(', ')}.`);
  };
}

/** For options that may be given several times. */
export function repeated<Value>(parse: (value: string) => Value) {
  return (value: string, others: readonly Value[] = []): readonly Value[] => [...others, parse(value)];
}

/** The last line of a command that would send something. */
export const DRY_RUN = 'Nothing was changed. Add --yes to send these again.';
