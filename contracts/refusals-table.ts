import { REFUSALS, type RefusalCode } from './refusals.ts';

/** Where each part of REFUSALS begins, in its order; the headings are its comments. */
const GROUPS: readonly (readonly [RefusalCode, string])[] = [
  ['VALIDATION_FAILED', 'Calls'],
  ['EMAIL_TAKEN', 'Accounts'],
  ['SITE_NOT_FOUND', 'Sites'],
  ['QR_NOT_FOUND', 'QRs'],
  ['INVALID_TOKEN', 'Scanning, claiming, redeeming'],
  ['PLAN_LIMIT_REACHED', 'Plans'],
  ['PAYOUT_NOT_FOUND', 'Payouts and reversals'],
];

/** `docs/refusals.md`: every refusal with its status and the sentence that a person reads. */
export function refusalsPage(): string {
  const headings = new Map(GROUPS);
  const lines = [
    '# Refusals',
    '',
    'A refused call answers its status and `{"message": "…", "code": "…"}`: the code is for programs and stays as it is,',
    'the message is for a person. `{names}` are filled in. `GET /api/docs` says which call refuses what.',
    '',
    'Made from `contracts/refusals.ts` by `npm run docs`.',
  ];
  for (const [code, [status, sentence]] of Object.entries(REFUSALS)) {
    const heading = headings.get(code as RefusalCode);
    if (heading) lines.push('', `## ${heading}`, '', '| code | status | sentence |', '|---|---|---|');
    lines.push(`| ${code} | ${status} | ${sentence.replaceAll('|', '\\|')} |`);
  }
  return `${lines.join('\n')}\n`;
}
