import { calls } from '@perktree/contracts/catalogue/calls';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { ToastContext } from '../toast.tsx';
import { type Form, loadRules, useForm } from './use-form.ts';

/** Submits the form of a rendering without a browser, whose state never changes, with these elements. */
function submit(elements: readonly object[], send: () => Promise<never>, onInvalid: (issues: object) => void): void {
  let form: Pick<Form, 'ref' | 'submit'> | undefined;
  function Page() {
    const options = { fields: { name: 'text', expiresAt: 'text' }, call: calls.createApiKey, send, onInvalid } as const;
    const initial = { name: 'Till', expiresAt: '' };
    form = useForm({ ...options, initial, body: ({ name }) => ({ name, scopes: ['redeem' as const], siteIds: null }) });
    return null;
  }
  const page = createElement(ToastContext, { value: () => {} }, createElement(Page));
  renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, page));
  if (form === undefined) throw new Error('not rendered');
  form.ref.current = { elements } as never;
  form.submit();
}

it('is not sent while a date has no time, which browsers report as empty', async () => {
  await loadRules();
  const send = vi.fn(() => new Promise<never>(() => {}));
  const onInvalid = vi.fn();
  const elements = [{ name: 'name', validity: { badInput: false } }, { name: '' }];
  submit([...elements, { name: 'expiresAt', validity: { badInput: true } }], send, onInvalid);
  await expect.poll(() => onInvalid).toHaveBeenCalledWith({ expiresAt: { message: expect.any(String) } });
  expect(send).not.toHaveBeenCalled();
  submit(elements, send, onInvalid);
  await expect.poll(() => send).toHaveBeenCalledOnce();
});
