import { calls } from '@perktree/contracts/http/calls';
import type { SiteAnswer } from '@perktree/contracts/http/sites';
import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site-configuration';
import { QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { createQueryClient, queryKeyOf } from '../../lib/query-client.ts';
import { CreateQrForm } from './create-qr-form.tsx';

// biome-ignore lint/plugin: a form without the page that gives its context
vi.mock('../../lib/toast.tsx', () => ({ useToast: () => () => {} }));

const siteId = '00000000-0000-4000-8000-000000000001';
const site = { id: siteId, currency: 'EUR' } as SiteAnswer;
const client = createQueryClient();

function canSubmit(of: SiteAnswer | null): boolean {
  const form = createElement(MemoryRouter, null, createElement(CreateQrForm, { site: of }));
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, form));
  const [button] = /<button[^>]*type="submit"[^>]*>/.exec(html) ?? [];
  return button !== undefined && !button.includes('disabled=""');
}

it('waits for the maximum of the site, because an empty one means unlimited', () => {
  expect(canSubmit(null)).toBe(true);
  expect(canSubmit(site)).toBe(false);
  client.setQueryData(queryKeyOf(calls.siteConfiguration, { params: { siteId } }), DEFAULT_SITE_CONFIGURATION);
  expect(canSubmit(site)).toBe(true);
});
