import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { StatementAsked } from '@perktree/audit-service/statement/statement';
import { STATEMENT_LANGUAGES, type StatementLanguage } from '@perktree/contracts/http/statements';
import { z } from 'zod';

export const HELP = `npm run statement -- --distributor ID | --site ID --from DATE --to DATE --out FILE.json
                       [--pdf FILE.pdf [--language en|es]] [--json]

  Writes a statement that proves itself: node scripts/verify-statement.mjs FILE checks it, without server and database.
  That of a distributor holds nothing that is only others' to read. The PDF is the same on paper, with the file's fingerprint.
  Dates are days such as 2026-10-01, or ISO 8601 times in UTC; --to itself is not part of it.`;

export interface Words {
  readonly asked: StatementAsked;
  readonly file: string;
  /** Null: none is asked for. */
  readonly pdf: string | null;
  /** Of the PDF. */
  readonly language: StatementLanguage;
}

/** @throws Error that says what is wrong */
export function readWords(args: readonly string[], folder: string): Words {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...{ distributor: text, site: text, from: text, to: text, out: text, pdf: text },
      language: { type: 'string', default: 'en' },
      json: { type: 'boolean', default: false },
    },
  });
  const { distributor, site, out, pdf } = values;
  const about = aboutOf(distributor, site);
  if (about === null || values.from === undefined || values.to === undefined || !out) throw new Error(HELP);
  const [from, to] = [time('--from', values.from), time('--to', values.to)];
  if (from >= to) throw new Error('--from is not before --to.');
  const language = STATEMENT_LANGUAGES.find((each) => each === values.language);
  if (language === undefined) throw new Error(`--language is one of ${STATEMENT_LANGUAGES.join(', ')}.`);
  return { asked: { about, from, to }, file: resolve(folder, out), pdf: pdf ? resolve(folder, pdf) : null, language };
}

function aboutOf(distributor: string | undefined, site: string | undefined): StatementAsked['about'] | null {
  if ((distributor === undefined) === (site === undefined)) return null;
  if (distributor !== undefined) return { kind: 'distributor', id: distributor };
  if (!z.uuid().safeParse(site).success) throw new Error('--site takes the id of a site.');
  return { kind: 'site', id: String(site) };
}

/** A day is its beginning, UTC. */
function time(option: string, value: string): string {
  const full = /^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T00:00:00Z` : value;
  if (z.iso.datetime().safeParse(full).success) return new Date(full).toISOString();
  throw new Error(`${option} takes a day such as 2026-10-01, or an ISO 8601 time in UTC.`);
}
