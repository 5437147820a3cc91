import { ISSUES } from '@perktree/contracts/kernel/issue-codes';
import { REFUSALS } from '@perktree/contracts/kernel/refusals';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fillIn, issueText, refusalText } from '../lib/public/refusal-words.ts';
import spanish from './refusals/es.json' with { type: 'json' };

const names = (text: string) => [...text.matchAll(/\{(\w+)(?=[,}])/g)].map(([, name]) => name).sort();
/** A refusal whose values are too different for one sentence has one for each `kind` as well. */
const OF_KIND = /\./;

describe('Spanish refusals', () => {
  it.each(Object.entries(REFUSALS))('have %s with its values', (code, [, sentence]) => {
    const said = spanish.refusals[code as keyof typeof spanish.refusals];
    expect([code, said]).toEqual([code, expect.any(String)]);
    if (code !== 'VALIDATION_FAILED' && code !== 'PLAN_LIMIT_REACHED') expect(names(said)).toEqual(names(sentence));
  });

  it.each(Object.entries(ISSUES))('have the issue %s with its values', (code, sentence) => {
    expect(names(spanish.issues[code as keyof typeof spanish.issues] ?? code)).toEqual(names(sentence));
  });

  it('have no unknown codes', () => {
    const codes = Object.keys(spanish.refusals).filter((code) => code !== 'UNREACHABLE' && !OF_KIND.test(code));
    expect(codes.filter((code) => !(code in REFUSALS))).toEqual([]);
    expect(Object.keys(spanish.issues).filter((code) => !(code in ISSUES))).toEqual([]);
  });
});

describe('in Spanish', () => {
  afterEach(() => vi.unstubAllGlobals());
  const speakSpanish = () => vi.stubGlobal('document', { documentElement: { lang: 'es' } });

  it('a refusal formats its numbers for the language', () => {
    speakSpanish();
    const refused = { code: 'COMMISSION_TOO_HIGH', message: 'Maximum…', values: { available: '4.50' } };
    expect(refusalText(refused, spanish)).toBe('La comisión máxima disponible es 4,50 %');
    expect(fillIn('{max}', { max: 9999999.99 })).toBe('9.999.999,99');
  });

  it('a refusal has the plural form of its number', () => {
    speakSpanish();
    const refused = (limit: number) =>
      refusalText({ code: 'TOO_MANY_SPLITS', message: '…', values: { limit } }, spanish);
    expect(refused(1)).toBe('Un código QR de este sitio puede tener como máximo 1 división.');
    expect(refused(1200)).toBe('Un código QR de este sitio puede tener como máximo 1200 divisiones.');
  });

  it('field issues are translated by their codes', () => {
    speakSpanish();
    const issue = { path: 'discountPercent', code: 'TOO_BIG', message: 'Enter 100 or less.', values: { max: 100 } };
    expect(issueText(issue, spanish)).toBe('Escribe 100 o menos.');
    const refused = { code: 'VALIDATION_FAILED', message: 'The request…', issues: [issue] };
    expect(refusalText(refused, spanish)).toBe('Escribe 100 o menos.');
  });

  it('plan limits and payout states are translated', () => {
    speakSpanish();
    const values = { plan: 'Free', limit: '1 site', asked: '2 sites in total', kind: 'sites', most: 1, total: 2 };
    expect(refusalText({ code: 'PLAN_LIMIT_REACHED', values }, spanish)).toBe(
      'Sitios que permite el plan Free: 1. Con este serían 2.',
    );
    expect(refusalText({ code: 'PAYOUT_NOT_PROCESSING', values: { status: 'paid' } }, spanish)).toBe(
      'Este pago ya está pagado.',
    );
  });
});

it('uses the server’s message in English', () => {
  expect(refusalText({ code: 'QR_EXPIRED', message: 'This QR code has expired' }, null)).toBe(
    'This QR code has expired',
  );
});
