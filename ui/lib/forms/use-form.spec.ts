import { calls } from '@perktree/contracts/http/calls';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { loadRules } from './load-rules.ts';
import { useForm } from './use-form.ts';

/** The form of a rendering without a browser: its state never changes. */
function renderForm(send: () => Promise<never>, onInvalid: (issues: object) => void) {
  const found: { form?: ReturnType<typeof useForm> } = {};
  function Page() {
    const options = { fields: { name: 'text', expiresAt: 'text' }, call: calls.createApiKey, send, onInvalid } as const;
    const initial = { name: 'Till', expiresAt: '' };
    found.form = useForm({
      ...options,
      initial,
      body: ({ name }) => ({ name, scopes: ['redeem' as const], siteIds: null }),
    });
    return null;
  }
  const client = new QueryClient();
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(Page)));
  if (found.form === undefined) throw new Error('not rendered');
  return found.form;
}

it('is not sent while a date has no time, which browsers report as empty', async () => {
  await loadRules();
  const send = vi.fn(() => new Promise<never>(() => {}));
  const onInvalid = vi.fn();
  const form = renderForm(send, onInvalid);
  const elements = [{ name: 'name', validity: { badInput: false } }, { name: '' }];
  form.ref.current = { elements: [...elements, { name: 'expiresAt', validity: { badInput: true } }] } as never;
  form.submit();
  await vi.waitFor(() => expect(onInvalid).toHaveBeenCalledWith({ expiresAt: { message: expect.any(String) } }));
  expect(send).not.toHaveBeenCalled();

  const complete = renderForm(send, onInvalid);
  complete.ref.current = { elements } as never;
  complete.submit();
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
});
