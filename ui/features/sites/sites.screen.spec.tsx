import { calls } from '@perktree/contracts/http/calls';
import type { SiteAnswer } from '@perktree/contracts/http/sites';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings } from '../../testing/audit.ts';
import { api, NOW, openScreen } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';

const SITE: SiteAnswer = {
  ...{ id: '00000000-0000-4000-8000-000000000001', name: 'Corner Café', currency: 'EUR' as const, isActive: true },
  createdAt: NOW.toISOString(),
};

beforeEach(() => {
  signIn('site_owner');
  api.on(calls.listSites, [SITE], { total: 1 });
});

describe('Create Site', () => {
  it('sends the name and the currency, and closes', async () => {
    await openScreen('/sites');
    await page.getByRole('button', { name: 'Create Site' }).click();
    api.on(calls.createSite, { ...SITE, name: 'Market Hall' });
    await page.getByRole('textbox', { name: 'Site name' }).fill('Market Hall');
    await page.getByRole('dialog').getByRole('button', { name: 'Create Site' }).click();
    expect(await axeFindings()).toEqual([]);
    await expect.element(page.getByText('Your new site has been created successfully.')).toBeVisible();
    expect(api.sent(calls.createSite).map(({ body }) => body)).toEqual([{ name: 'Market Hall', currency: 'EUR' }]);
  });
});
