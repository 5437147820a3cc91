import { parseArgs } from 'node:util';
import type { Asked } from '@perktree/audit-service/replay/asked';
import { COMMISSION_RULES, type CommissionRule } from '@perktree/audit-service/what-if/rules';
import type { Changes } from '@perktree/audit-service/what-if/what-if';
import { FLAG_KINDS, type FlagKind } from '@perktree/contracts/flag-rules';
import { amountSchema } from '@perktree/contracts/money';
import { percentSchema } from '@perktree/contracts/percent';
import { HOLD_DAYS } from '@perktree/contracts/site-configuration';
import { z } from 'zod';

export interface Words {
  readonly command: string;
  readonly json: boolean;
  /** A file; null: none. */
  readonly csv: string | null;
  readonly demo: boolean;
  readonly asked: Asked;
  /** YYYY-MM; null: none was said. */
  readonly month: string | null;
  readonly changes: Changes;
}

const dashed = (name: string) => name.replaceAll('_', '-');
const RULES = Object.keys(COMMISSION_RULES) as CommissionRule[];

export const HELP = `npm run audit -- COMMAND [--site ID] [--json | --csv FILE] [--demo]

  replay                     walk the whole history, compute every commission again, and tell what differs
      --distributor ID         of one distributor
      --from DATE, --to DATE   from a day (or an ISO 8601 time in UTC) on; before another one
  close --month YYYY-MM      the books of a month that is over: position, entries, reversals, payouts, balances
  what-if                    replay a period by other rules, and tell who would have earned what; touches nothing
      --from DATE, --to DATE   the period; without --to, until now
      --percent QR=5.00        another percent for a QR; may be given several times
      --rule NAME              ${RULES.map(dashed).join(', ')}
      --hold-days N            ${HOLD_DAYS.join(', ')}
      --minimum AMOUNT         another least amount that is paid out
      --fraud-rule NAME        refuse what meets it: ${FLAG_KINDS.map(dashed).join(', ')}

  --site ID                  of one site
  --csv FILE                 write the differences, or the figures, to a file as well
  --json                     one line of JSON on standard output
  --demo                     on a demo business that is made for it, and thrown away

Exit code 0: nothing differs. 1: something does. 2: it could not be done.`;

/** @throws Error that says what is wrong */
export function readWords(args: readonly string[]): Words {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      csv: { type: 'string' },
      demo: { type: 'boolean', default: false },
      site: { type: 'string' },
      distributor: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      month: { type: 'string' },
      percent: { type: 'string', multiple: true, default: [] },
      rule: { type: 'string' },
      'hold-days': { type: 'string' },
      minimum: { type: 'string' },
      'fraud-rule': { type: 'string', multiple: true, default: [] },
    },
  });
  const [command = 'help', ...others] = positionals;
  if (others.length > 0) throw new Error(`One command at a time; ${others.join(' ')} is too much.`);
  if (values.json && values.csv !== undefined) throw new Error('Either --json or --csv.');
  const { from, to } = { from: time('--from', values.from), to: time('--to', values.to) };
  if (from !== undefined && to !== undefined && from >= to) throw new Error('--from is not before --to.');
  return {
    ...{ command, json: values.json, csv: values.csv ?? null, demo: values.demo },
    asked: { siteId: siteId(values.site), distributorId: values.distributor, from, to },
    month: month(values.month),
    changes: {
      percents: new Map(values.percent.map(percentOf)),
      rule: ruleOf(values.rule),
      holdDays: holdDaysOf(values['hold-days']),
      minimumPayout: values.minimum === undefined ? null : checked('--minimum', amountSchema, values.minimum),
      refused: values['fraud-rule'].map(fraudRule),
    },
  };
}

function checked(option: string, schema: z.ZodType<string>, value: string): string {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Error(`${option} is wrong: ${parsed.error.issues[0]?.message ?? value}.`);
}

const siteId = (value: string | undefined) => (value === undefined ? value : checked('--site', z.uuid(), value));

/** A day is its beginning, UTC. */
function time(option: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const text = /^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T00:00:00Z` : value;
  if (!z.iso.datetime().safeParse(text).success) {
    throw new Error(`${option} takes a day such as 2026-10-01, or an ISO 8601 time in UTC.`);
  }
  return new Date(text).toISOString();
}

function month(value: string | undefined): string | null {
  if (value === undefined) return null;
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(value)) throw new Error('--month takes a month such as 2026-10.');
  return value;
}

function percentOf(value: string): [string, string] {
  const [qrId = '', percent = ''] = value.split('=');
  return [checked('--percent', z.uuid(), qrId), checked('--percent', percentSchema, percent)];
}

function ruleOf(value: string | undefined): CommissionRule {
  const found = value === undefined ? 'path_differential' : RULES.find((rule) => dashed(rule) === dashed(value));
  if (found === undefined) throw new Error(`--rule takes ${RULES.map(dashed).join(', ')}.`);
  return found;
}

function holdDaysOf(value: string | undefined): number | null {
  if (value === undefined) return null;
  const found = HOLD_DAYS.find((days) => String(days) === value);
  if (found === undefined) throw new Error(`--hold-days takes ${HOLD_DAYS.join(', ')}.`);
  return found;
}

function fraudRule(value: string): FlagKind {
  const found = FLAG_KINDS.find((kind) => dashed(kind) === dashed(value));
  if (found === undefined) throw new Error(`--fraud-rule takes ${FLAG_KINDS.map(dashed).join(', ')}.`);
  return found;
}
