import { calls } from '@perktree/contracts/catalogue/calls';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { seeText } from '../testing/forms.ts';
import { api, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { type SavedFiles, savedFiles } from '../testing/saved-files.ts';
import { inBoth } from '../testing/see.ts';
import { openShop, SITE } from '../testing/shop.ts';
import {
  AUDITED,
  CHANGED,
  CLOSED,
  HEAD,
  KEY,
  LOOK,
  PAYOUT,
  REPORT,
  SAMPLE,
  STATEMENT,
  TRAIL,
  WHAT_IF,
} from './testing/answers.ts';

const MAX_CLICKS = 5;

let saved: SavedFiles;
beforeEach(() => {
  saved = savedFiles();
  signIn('auditor');
  api.answerReads('empty');
  openShop([]);
  api.on(calls.auditReport, REPORT);
  api.on(calls.auditSample, SAMPLE);
  api.on(calls.entryTrail, TRAIL);
  api.on(calls.siteAudit, AUDITED);
  api.on(calls.closedMonth, CLOSED);
  api.on(calls.whatIf, WHAT_IF);
  api.on(calls.siteStatement, STATEMENT);
  api.on(calls.siteTerms, [CHANGED], { total: 1 });
  api.on(calls.auditHeads, { heads: [HEAD] });
  api.on(calls.auditKeys, { keys: [KEY] });
  api.on(calls.sitePayouts, [PAYOUT], { total: 1 });
  api.on(calls.looks, [LOOK], { total: 1 });
});

type Click = readonly [role: 'link' | 'button' | 'combobox' | 'option', name: string | RegExp, region?: string];
const AUDIT: readonly Click[] = [
  ['link', 'Audit'],
  ['link', `Audit of ${SITE.name}`],
];
const DRAWN: readonly Click[] = [...AUDIT, ['button', 'Draw the sample'], ['link', /^€4\.00/]];

/** The questions of an auditor: the clicks from the first screen on, what then answers, and the file that says it. */
const QUESTIONS: readonly (readonly [question: string, clicks: readonly Click[], answer: RegExp, file: string])[] = [
  ['Which sale made this cent?', DRAWN, /Redeemed by Cleo Customer.*€80\.00.*entry €4\.00/, 'Trail of an entry'],
  ['Is each payout in the bank?', AUDIT, /^Paid.*transfer 7/, 'Payouts'],
  [
    'What changed the terms, when and by whom?',
    [...AUDIT, ['link', 'Terms before and after']],
    /Olivia Owner.* event 3$/,
    'Terms',
  ],
  ['What was late?', AUDIT, /^Nothing came late unseen/, 'Recalculated history'],
  ['Does anything exist that should not?', AUDIT, /^Nothing exists that should not/, 'Recalculated history'],
  ['Who saw personal data?', [...AUDIT, ['link', 'Who looked']], /Redemptions and reports/, 'Who looked'],
  ['Is anything missing?', [...AUDIT, ['button', 'Make the report']], /No differences\. 1 balance\./, 'One report'],
  [
    'Would other rules have paid differently?',
    [...AUDIT, ['combobox', 'Commission rule'], ['option', 'All to the nearest owner'], ['button', 'Calculate']],
    /Would have earned/,
    'What if',
  ],
  ['Is the month closed?', AUDIT, /Closing balance/, 'Monthly close'],
  [
    'Is this statement genuine?',
    [...AUDIT, ['button', 'Create statement']],
    /which the PDF also shows/,
    'the statement',
  ],
  ['Is the key genuine?', AUDIT, /Key since/, 'Chain, heads and keys'],
  [
    'What could the operator have hidden?',
    AUDIT,
    /Events after the newest head that you keep could have been removed|an operator with the key could write the whole history anew/,
    'Chain, heads and keys',
  ],
];

/** Clicks from the page that is open, then expects the answer and saves its file. */
async function ask(clicks: readonly Click[], answer: RegExp, file: string): Promise<void> {
  for (const [role, name] of clicks) {
    // Else the page before would be taken for the answer.
    expect(page.getByText(answer).elements()).toEqual([]);
    const target = page.getByRole(role, { name, ...(typeof name === 'string' && { exact: true }) }).first();
    await expect.element(target).toBeInTheDocument();
    target.element().scrollIntoView({ behavior: 'instant' });
    await target.click();
  }
  await expect.element(page.getByText(answer).first()).toBeInTheDocument();
  const download = page.getByRole('button', { name: new RegExp(`^Download ${file}.* as (CSV|JSON)$`) }).first();
  await expect.element(download).toBeEnabled();
  download.element().scrollIntoView({ behavior: 'instant' });
  const before = saved.length;
  await download.click();
  await expect.poll(() => saved.length).toBe(before + 1);
}
const leavesThePage = ([, clicks]: (typeof QUESTIONS)[number]) =>
  clicks.slice(AUDIT.length).some(([role]) => role === 'link');

describe('an auditor’s question', () => {
  it.each(QUESTIONS.filter(leavesThePage))('%s', async (_, clicks, answer, file) => {
    // The way to the audit page is the same for all: the first question walks it.
    const isFirst = clicks === QUESTIONS[0]?.[1];
    await openScreen(isFirst ? '/' : `/sites/${SITE.id}/audit`);
    await ask(isFirst ? clicks : clicks.slice(AUDIT.length), answer, file);
  });

  it('is answered on the audit page, by few clicks', async () => {
    for (const [, clicks] of QUESTIONS) expect(clicks.length).toBeLessThanOrEqual(MAX_CLICKS);
    await openScreen(`/sites/${SITE.id}/audit`);
    for (const one of QUESTIONS.filter((question) => !leavesThePage(question)))
      await ask(one[1].slice(AUDIT.length), one[2], one[3]);
  });
});

it('the trail of an entry has each step with its event and position, in the zone of the site', async () => {
  await openScreen(`/audit/entries/${TRAIL.entryId}`, { viewport: PHONE });
  await expect.element(page.getByText(/was paid.*€4\.00.*reference .*transfer 7/).first()).toBeInTheDocument();
  await inBoth(async (say) => {
    const title = say(['From the scan to the payment', 'Del escaneo al pago']);
    const steps = page.getByRole('region', { name: title, exact: true });
    await seeText(say(['up to position 120', 'hasta la posición 120']), steps);
    await seeText(/ABC-DEF/, steps);
    for (const { eventId } of TRAIL.steps) await seeText(eventId, steps, { exact: false });
    const terms = page.getByRole('list', { name: say(['Terms in force', 'Condiciones vigentes']) });
    await seeText(/Winter.*: 5[.,]00\s?%$/, terms);
    await seeText(/: .*(claimed by|reclamado por).*Sam Staff/, terms);
    expect(terms.getByText(/path_differential/).elements()).toEqual([]);
  });
});
