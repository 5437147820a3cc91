import { join } from 'node:path';
import { lastPart } from '@perktree/apps/standalone/testing/open-business';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { HOUR_MS, MINUTE_MS } from '@perktree/contracts/kernel/durations';
import { expect, it } from 'vitest';

const { verifyStatement }: { verifyStatement: (statement: unknown) => { readonly wrong: readonly string[] } } =
  await import(join(import.meta.dirname, '../../scripts/verify-statement.mjs'));

/** The nights on which clocks change: the last minute of a day, and the first of the next one, as an owner's clock shows them. */
const NIGHTS = [
  ['Pacific/Auckland', '2027-04-03', '2027-04-04', '2027-04-03T11:00:00Z'],
  ['Pacific/Auckland', '2027-09-26', '2027-09-27', '2027-09-26T11:00:00Z'],
  ['Pacific/Kiritimati', '2027-03-13', '2027-03-14', '2027-03-13T10:00:00Z'],
  ['America/New_York', '2027-11-07', '2027-11-08', '2027-11-08T05:00:00Z'],
] as const;

let now = new Date('2027-01-01T00:00:00Z');
const composed = await useComposedApp({ clock: () => now });

/** Events in the order of time: of one business after the other, each night later than the one before. */
const sorted = NIGHTS.toSorted(([, , , a], [, , , b]) => Date.parse(a) - Date.parse(b));

it.each(sorted)(
  'in %s a sale is on one day in chart, statement, ledger, explanation and timeline: %s, then %s',
  async (...night) => {
    const [timeZone, day, next, midnight] = night;
    now = new Date(Date.parse(midnight) - 2 * HOUR_MS);
    const name = `${timeZone}-${next}`.toLowerCase().replaceAll(/\W+/g, '-');
    const owner = await new Visitor(composed.app, `owner-${name}`).register('business');
    const distributor = await new Visitor(composed.app, `dora-${name}`).register('distributor');
    const guests = [
      await new Visitor(composed.app, `late-${name}`).register('customer'),
      await new Visitor(composed.app, `early-${name}`).register('customer'),
    ];
    const { id } = await owner.must('POST', '/api/sites', { name: 'Quay', currency: 'EUR', timeZone });
    const site = `/api/sites/${id}`;
    await owner.must('PUT', `${site}/config`, { selfRedemption: 'on' });
    const qr = { name: 'Night', type: 'DISCOUNT_PERCENT', discountPercent: 20, maxRedemptions: 50 };
    const { id: qrId } = await owner.must('POST', `${site}/qrs`, qr);
    const { customerUrl, distributorUrl } = await owner.must('GET', `${site}/qrs/${qrId}/qrcode`);
    await distributor.must('POST', '/api/claim-qr', { token: lastPart(distributorUrl) });

    // A sale in the last minute of the day, and one in the first minute of the next.
    for (const [n, guest] of guests.entries()) {
      now = new Date(Date.parse(midnight) + (n === 0 ? -MINUTE_MS : 0));
      await guest.must('POST', '/api/scan', { token: lastPart(customerUrl) });
      await guest.must('POST', '/api/redeem', { token: lastPart(customerUrl) });
    }
    now = new Date(Date.parse(midnight) + HOUR_MS);

    const charted = ({ series, timeZone: zone }: Chart) => ({
      zone,
      days: series.map(({ date, redemptions }) => [date, redemptions]),
    });
    const both = {
      zone: timeZone,
      days: [
        [day, 1],
        [next, 1],
      ],
    };
    expect(charted(await owner.must('GET', `${site}/stats?days=2`))).toEqual(both);
    expect(charted(await owner.must('GET', '/api/me/dashboard?days=2'))).toEqual(both);
    expect(charted(await distributor.must('GET', '/api/me/dashboard?days=2'))).toEqual(both);

    const { body } = await composed.app.inject({
      ...{ method: 'GET', url: '/api/distributors/me/ledger?sort=oldest' },
      headers: { ...distributor.headers, accept: 'text/csv' },
    });
    expect(
      body
        .split('\r\n')
        .slice(1, 3)
        .map((line) => line.match(/\d{4}-\d\d-\d\d(?=T)/)?.[0]),
    ).toEqual([day, next]);

    const [first] = await distributor.must('GET', '/api/distributors/me/ledger?sort=oldest');
    const explained = await distributor.must('GET', `/api/ledger/${first.id}/explanation`);
    const events = await owner.must('GET', `/api/support/redemption/${first.redemptionId}/timeline`);
    expect([explained.entry.siteTimeZone, ...new Set(events.map(zoneOf))]).toEqual([timeZone, timeZone]);

    const ofNext = `from=${new Date(midnight).toISOString()}&to=${now.toISOString()}`;
    for (const [who, path] of [
      [owner, `${site}/statement`],
      [distributor, '/api/distributors/me/statement'],
    ] as const) {
      const { statement } = await who.must('GET', `${path}?${ofNext}&timeZone=${timeZone}`);
      expect(verifyStatement(statement).wrong).toEqual([]);
      expect(statement).toMatchObject({ timeZone, totals: [{ opening: '10.00', sum: '10.00', entries: 1 }] });
      const changed = { ...statement, timeZone: 'UTC' };
      expect(verifyStatement(changed).wrong.join()).toContain('The statement is not signed by the key');
    }
  },
);

const zoneOf = ({ siteTimeZone }: { readonly siteTimeZone: string }) => siteTimeZone;

interface Chart {
  readonly timeZone: string;
  readonly series: readonly { readonly date: string; readonly redemptions: number }[];
}
