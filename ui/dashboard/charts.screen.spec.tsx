import { calls } from '@perktree/contracts/catalogue/calls';
import type { DashboardAnswer } from '@perktree/contracts/dashboard/calls';
import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, darkFindings } from '../testing/audit.ts';
import { seeText } from '../testing/forms.ts';
import { api, DESKTOP, openScreen, PHONE, switchTo } from '../testing/open-screen.tsx';
import { asOwner } from '../testing/shop.ts';

const EARNED = { redemptions: 3, commissionEarned: '1234.50' };
const TOTALS = { totalScans: 8, conversionRate: 37.5, ...EARNED };
const DASHBOARD: DashboardAnswer = {
  ...{ ...TOTALS, currency: 'EUR', activeSites: 1, previous: { ...TOTALS, activeSites: 1 } },
  timeZone: 'UTC',
  byCurrency: [{ currency: 'EUR', ...EARNED, previous: EARNED }],
  series: Array.from({ length: 30 }, (_, n) => ({
    ...{ date: `2026-06-${String(n + 1).padStart(2, '0')}`, scans: n + 10, redemptions: n, commission: '1.00' },
    byCurrency: [{ currency: 'EUR' as const, commission: '1.00' }],
  })),
};
const activity = () => page.getByRole('region', { name: 'Scans and redemptions by day' });
const bars = () => activity().element().querySelectorAll('.MuiBarChart-element').length;

beforeEach(() => {
  asOwner();
  api.on(calls.dashboard, DASHBOARD);
});
/** Formats without a time zone use this one, as on a device in it. */
function setDeviceZone(timeZone: string): void {
  const inZone = (options: Intl.DateTimeFormatOptions = {}) => ({ ...options, timeZone: options.timeZone ?? timeZone });
  const value = new Proxy(Intl.DateTimeFormat, {
    construct: (Format, [languages, options]) => new Format(languages, inZone(options)),
    apply: (Format, _, [languages, options]) => Format(languages, inZone(options)),
  });
  vi.stubGlobal('Intl', Object.create(Intl, { DateTimeFormat: { value } }));
}
async function open(viewport = DESKTOP): Promise<void> {
  await openScreen('/', { viewport });
  await expect.element(activity()).toBeInTheDocument();
  activity().element().scrollIntoView();
  await expect.poll(bars).toBe(60);
}

it('have a table with the same figures, the newest day first, and no finding, light or dark; on a phone, too', async () => {
  await open();
  expect([...(await axeFindings()), ...(await darkFindings())]).toEqual([]);
  expect(activity().element().querySelectorAll('[tabindex="0"]:not(button)')).toHaveLength(0);
  await switchTo({ viewport: PHONE });
  await expect.poll(bars).toBe(60);
  await activity().getByRole('button', { name: 'Show as a table' }).click();
  const rows = () =>
    activity()
      .getByRole('row')
      .elements()
      .map((row) => [...row.children].map(({ textContent }) => textContent));
  await expect.poll(() => rows().length).toBe(31);
  expect(rows().slice(0, 2)).toEqual([
    ['Date', 'Scans', 'Redemptions'],
    ['Jun 30, 2026', '39', '29'],
  ]);
  expect(await axeFindings()).toEqual([]);
  await activity().getByRole('button', { name: 'Show as a chart' }).click();
  await expect.poll(bars).toBe(60);
});

it.each(['Pacific/Kiritimati', 'America/Los_Angeles'])(
  'the days are those of the site on a device in %s',
  async (device) => {
    setDeviceZone(device);
    api.on(calls.dashboard, { ...DASHBOARD, timeZone: 'Pacific/Auckland' });
    await open();
    const labels = () =>
      [...activity().element().querySelectorAll('.MuiChartsAxis-tickLabel')].map((label) => label.textContent);
    await expect.poll(labels).toContain('Jun 1');
    expect(labels()).not.toContain('May 31');
    await seeText('Days in Pacific/Auckland', activity());
    await activity().getByRole('button', { name: 'Show as a table' }).click();
    const days = () =>
      activity()
        .getByRole('rowheader')
        .elements()
        .map(({ textContent }) => textContent);
    await expect.poll(() => days().length).toBe(30);
    expect([days()[0], days().at(-1)]).toEqual(['Jun 30, 2026', 'Jun 1, 2026']);
  },
);

it('come after the figures: not before all calls of the page are answered', async () => {
  let answer: (scans: []) => void = () => {};
  api.on(calls.activity, () => new Promise((resolve) => (answer = resolve)));
  await openScreen('/', { viewport: DESKTOP });
  await seeText('37.5%');
  activity().element().scrollIntoView();
  expect(document.querySelector('[class*=MuiCharts]')).toBeNull();
  answer([]);
  await expect.poll(bars).toBe(60);
});
