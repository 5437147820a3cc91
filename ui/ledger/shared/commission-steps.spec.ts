import type { ExplanationAnswer } from '@perktree/contracts/audit/calls';
import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { expect, it } from 'vitest';
import { CommissionSteps } from './explain-dialog.tsx';

const SHARE = { entryId: null, qrId: 'qr', owner: null, percent: '10.00', gotExtra: false };
const COMMISSION: NonNullable<ExplanationAnswer['commission']> = {
  ...{
    ruleVersion: 1,
    saleAmount: '12345.55',
    saleAmountSource: 'entered',
    currency: 'EUR',
    treeRevision: 0,
    path: [],
  },
  pool: { percent: '10.00', exact: '1234.555', amount: '1234.56' },
  shares: [{ ...SHARE, exact: '1234.555', floor: '1234.55', remainder: '0.005', amount: '1234.55' }],
};

const TEXTS = {
  pool: { percent: '{{percent}}|{{exact}}|{{amount}}' },
  share: { percent: '{{percent}}|{{exact}}|{{floor}}|{{remainder}}' },
};

async function textIn(language: string): Promise<string> {
  const resources = { [language]: { explanation: TEXTS } };
  const options = { interpolation: { escapeValue: false }, showSupportNotice: false };
  await i18next.use(initReactI18next).init({ lng: language, resources, ...options });
  const entry = { sourceQrId: 'qr', reversesEntryId: null } as ExplanationAnswer['entry'];
  return renderToStaticMarkup(createElement(CommissionSteps, { commission: COMMISSION, entry }));
}

it('writes amounts before rounding in the format of the language', async () => {
  const english = await textIn('en');
  expect(english).toContain('10|1,234.555|€1,234.56');
  expect(english).toContain('10|1,234.555|€1,234.55|0.005');
  const spanish = await textIn('es');
  expect(spanish).toContain('10|1234,555|1234,56\u00a0€');
  expect(spanish).toContain('10|1234,555|1234,55\u00a0€|0,005');
});
