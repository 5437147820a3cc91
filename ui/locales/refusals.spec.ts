import { ROLES } from '@perktree/contracts/kernel/envelope';
import { ISSUES } from '@perktree/contracts/kernel/issue-codes';
import { REFUSALS } from '@perktree/contracts/kernel/refusals';
import { PAYOUT_STATUSES } from '@perktree/contracts/payout/calls';
import { afterEach, expect, it, vi } from 'vitest';
import { fillIn, issueText, refusalText } from '../lib/public/refusal-words.ts';
import spanish from './refusals/es.json' with { type: 'json' };

/** The names of the values in each text. */
const valuesIn = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(texts).map(([code, text]) => [
      code,
      [...text.matchAll(/\{(\w+)(?=[,}])/g)].map(([, name]) => name).sort(),
    ]),
  );

it('Spanish has each refusal and issue with its values, and no others', () => {
  // Their values are too different for one sentence: they have one for each `kind` as well. The browser adds those about answers that do not come.
  const own = /\.|^(UNREACHABLE|UNANSWERED|OUTCOME_UNKNOWN|VALIDATION_FAILED|PLAN_LIMIT_REACHED)$/;
  const without = (texts: Readonly<Record<string, string>>) =>
    valuesIn(Object.fromEntries(Object.entries(texts).filter(([code]) => !own.test(code))));
  const english = Object.fromEntries(Object.entries(REFUSALS).map(([code, [, sentence]]) => [code, sentence]));
  expect(without(spanish.refusals)).toEqual(without(english));
  expect(spanish.refusals).toMatchObject({ VALIDATION_FAILED: expect.any(String) });
  expect(valuesIn(spanish.issues)).toEqual(valuesIn(ISSUES));
});

it('Spanish has a word for each role and status of a payout that a sentence names', () => {
  const unchanged = ['auditor'];
  const named = [...PAYOUT_STATUSES, ...ROLES].filter((word) => !unchanged.includes(word));
  expect(named.filter((word) => !Object.hasOwn(spanish.words, word))).toEqual([]);
});

afterEach(() => vi.unstubAllGlobals());

it('a refusal in Spanish has its numbers in the format and plural of the language, and the texts of its fields and values', () => {
  vi.stubGlobal('document', { documentElement: { lang: 'es' } });
  const say = (code: string, values: Record<string, string | number>) => refusalText({ code, values }, spanish);
  expect(say('COMMISSION_TOO_HIGH', { available: '4.50' })).toBe('La comisión máxima disponible es 4,50 %');
  expect(fillIn('{max}', { max: 9999999.99 })).toBe('9.999.999,99');
  const ofSplits = 'Un código QR de este sitio puede tener como máximo';
  expect(say('TOO_MANY_SPLITS', { limit: 1 })).toBe(`${ofSplits} 1 división.`);
  expect(say('TOO_MANY_SPLITS', { limit: 1200 })).toBe(`${ofSplits} 1200 divisiones.`);
  const limit = { plan: 'Free', limit: '1 site', asked: '2 sites in total', kind: 'sites', most: 1, total: 2 };
  expect(say('PLAN_LIMIT_REACHED', limit)).toBe('Sitios que permite el plan Free: 1. Con este serían 2.');
  expect(say('PAYOUT_NOT_PROCESSING', { status: 'paid' })).toBe('Este pago ya está pagado.');
  const issue = { path: 'discountPercent', code: 'TOO_BIG', message: 'Enter 100 or less.', values: { max: 100 } };
  expect(issueText(issue, spanish)).toBe('Escribe 100 o menos.');
  const refused = { code: 'VALIDATION_FAILED', message: 'The request…', issues: [issue] };
  expect(refusalText(refused, spanish)).toBe('Escribe 100 o menos.');
});

it('uses the server’s message in English', () => {
  const message = 'This QR code has expired';
  expect(refusalText({ code: 'QR_EXPIRED', message }, null)).toBe(message);
});
