import { calls } from '@perktree/contracts/catalogue/calls';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { ToastContext } from '../toast.tsx';
import { type Form, loadRules, useForm } from './use-form.ts';

afterEach(() => void vi.unstubAllGlobals());

/** The form of a rendering without a browser: its state never changes. */
function rendered(use: () => Pick<Form, 'ref' | 'submit'>) {
  const found: { form?: Pick<Form, 'ref' | 'submit'> } = {};
  function Page() {
    found.form = use();
    return null;
  }
  const client = new QueryClient();
  const page = createElement(ToastContext, { value: () => {} }, createElement(Page));
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, page));
  if (found.form === undefined) throw new Error('not rendered');
  return found.form;
}

const keyForm = (send: () => Promise<never>, onInvalid: (issues: object) => void) =>
  rendered(() => {
    const options = { fields: { name: 'text', expiresAt: 'text' }, call: calls.createApiKey, send, onInvalid } as const;
    const initial = { name: 'Till', expiresAt: '' };
    return useForm({ ...options, initial, body: ({ name }) => ({ name, scopes: ['redeem' as const], siteIds: null }) });
  });

it('is not sent while a date has no time, which browsers report as empty', async () => {
  await loadRules();
  const send = vi.fn(() => new Promise<never>(() => {}));
  const onInvalid = vi.fn();
  const form = keyForm(send, onInvalid);
  const elements = [{ name: 'name', validity: { badInput: false } }, { name: '' }];
  form.ref.current = { elements: [...elements, { name: 'expiresAt', validity: { badInput: true } }] } as never;
  form.submit();
  await expect.poll(() => onInvalid).toHaveBeenCalledWith({ expiresAt: { message: expect.any(String) } });
  expect(send).not.toHaveBeenCalled();

  const complete = keyForm(send, onInvalid);
  complete.ref.current = { elements } as never;
  complete.submit();
  await expect.poll(() => send).toHaveBeenCalledOnce();
});
