import { expect, it } from 'vitest';
import { namedSentence } from './fill-sentence.ts';
import { ISSUES } from './issue-codes.ts';
import { REFUSALS, type RefusalCode } from './refusals.ts';

/** Where each part of REFUSALS begins, in its order; the headings are its comments. */
const GROUPS: readonly (readonly [RefusalCode, string])[] = [
  ['VALIDATION_FAILED', 'Calls'],
  ['EMAIL_TAKEN', 'Accounts'],
  ['API_KEY_INVALID', 'API keys, devices, webhooks'],
  ['SITE_NOT_FOUND', 'Sites'],
  ['QR_NOT_FOUND', 'QRs'],
  ['INVALID_TOKEN', 'Scanning, claiming, redeeming'],
  ['PLAN_LIMIT_REACHED', 'Plans'],
  ['PAYOUT_NOT_FOUND', 'Payouts and reversals'],
];

/** `docs/reference/refusals.md`: every refusal with its status and sentence, and every issue that a field can have. */
function refusalsPage(): string {
  const headings = new Map(GROUPS);
  const lines = [
    ...['# Refusals', ''],
    ...['For client developers: what a refused call answers. `GET /api/docs` lists the refusals of each call.', ''],
    ...[
      'The answer has the status and `{"message": "…", "code": "…", "values": {…}}`. Codes never change; rely on them. The',
    ],
    ...[
      'message is for a person, in English. `values` fills the `{names}` of the sentence, so that a client can translate it.',
    ],
    ...['', 'Generated from `contracts/kernel/refusals.ts` and `contracts/kernel/issue-codes.ts` by `npm run docs`.'],
  ];
  for (const [code, [status, sentence]] of Object.entries(REFUSALS)) {
    const heading = headings.get(code as RefusalCode);
    if (heading) lines.push('', `## ${heading}`, '', '| code | status | sentence |', '|---|---|---|');
    lines.push(`| ${code} | ${status} | ${namedSentence(sentence).replaceAll('|', '\\|')} |`);
  }
  lines.push(
    '',
    '## Wrong fields',
    '',
    'VALIDATION_FAILED carries `issues`: one `{path, code, message, values}` for each wrong field. Paths are dotted, such as',
    '`splits.0.name`.',
    '',
    '| code | sentence |',
    '|---|---|',
    ...Object.entries(ISSUES).map(([code, sentence]) => `| ${code} | ${namedSentence(sentence)} |`),
  );
  return `${lines.join('\n')}\n`;
}

it('docs/reference/refusals.md matches contracts/kernel/refusals.ts (if not: npm run docs)', async () => {
  await expect(refusalsPage()).toMatchFileSnapshot('../../docs/reference/refusals.md');
});
