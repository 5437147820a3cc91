import { type ColumnWords, csvColumns, siteTime } from '@perktree/contracts/kernel/csv-columns';
import { CORRECTION_MS } from '@perktree/contracts/kernel/durations';
import { type Currency, fromMinor } from '@perktree/contracts/kernel/money';
import { DELETED_USER, personName } from '@perktree/contracts/kernel/person-name';
import { benefitDisplay, benefitLabel } from '@perktree/contracts/qr/benefit';
import { benefitOfRow, benefitTermsOfRow } from '@perktree/contracts/qr/benefit-row';
import type { ConfirmedRedemptionAnswer } from '@perktree/contracts/redemption/calls';
import { redemptionCalls } from '@perktree/contracts/redemption/calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { QueryServiceDeps } from '../engine/deps.ts';
import { mountListing } from '../engine/listing/mount-listing.ts';
import { CONFIRMED, type ConfirmedRow, confirmedAt, confirmedScope, typedCodes } from './counter-query.ts';

const STATES: Readonly<Record<ConfirmedRedemptionAnswer['status'], ColumnWords>> = {
  Confirmed: ['Confirmed', 'Confirmado'],
  Reversed: ['Reversed', 'Anulado'],
};

const confirmedCsv = csvColumns<ConfirmedRedemptionAnswer>([
  ['Redemption', 'Canje', (row) => row.redemptionId],
  ['Benefit', 'Beneficio', (row, _, language) => benefitLabel(row.benefitTerms, language)],
  ['Customer', 'Cliente', (row, _, language) => personName(row.customerName, language)],
  ['Site', 'Sitio', (row) => row.siteName],
  ['Sale amount', 'Importe de la venta', (row) => row.saleAmount, 'number'],
  ['Currency', 'Moneda', (row) => row.currency],
  ['Confirmed', 'Confirmado', siteTime((row) => row.confirmedAt), 'time'],
  ['State', 'Estado', (row, inLanguage) => inLanguage(STATES[row.status])],
]);

/** Pages show five of them; a few more leave room for a longer list. */
const NEWEST = 20;

export function mountCounter(app: FastifyInstance, deps: QueryServiceDeps): void {
  const { pool, authenticate, accounts } = deps;

  mountCall(app, authenticate, redemptionCalls.counter, async ({ session }) => ({
    answer: { codes: await typedCodes(pool, session) },
  }));

  mountListing(app, deps, redemptionCalls.validations, {
    listing: CONFIRMED,
    pageLength: NEWEST,
    scopeOf: async ({ session }) => confirmedScope(session),
    itemsOf: async (rows, now, session) => {
      const names = await accounts.displayNames([...new Set(rows.map((row) => row.customer_id))]);
      return rows.map((row) => ({
        redemptionId: row.redemption_id,
        benefit: benefitDisplay(benefitOfRow(row), row.currency as Currency),
        benefitTerms: benefitTermsOfRow(row),
        customerName: names.get(row.customer_id) ?? DELETED_USER,
        siteName: row.site_name,
        saleAmount: fromMinor(row.sale_minor - row.reversed_minor, row.currency as Currency),
        currency: row.currency as Currency,
        confirmedAt: confirmedAt(row),
        correctableUntil: correctableUntil(row, session.userId, now),
        status: row.is_wholly_reversed ? ('Reversed' as const) : ('Confirmed' as const),
      }));
    },
    csv: confirmedCsv,
  });
}

/** A member of staff can correct what they have confirmed for a while. */
function correctableUntil(row: ConfirmedRow, userId: string, now: string): string | null {
  const until = new Date(Date.parse(confirmedAt(row)) + CORRECTION_MS).toISOString();
  return row.confirmed_by === userId && !row.is_wholly_reversed && now < until ? until : null;
}
