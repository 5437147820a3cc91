import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { RedemptionForm } from './redemption-form.tsx';

const dialog = vi.hoisted(() => ({ onDecoded: (_text: string) => {} }));
vi.mock('../../components/camera/scan-qr-dialog.tsx', () => ({
  ScanQrDialog: ({ onDecoded }: typeof dialog) => {
    dialog.onDecoded = onDecoded;
    return null;
  },
}));

vi.mock('../../lib/connection.ts', () => ({ useReachable: () => true, setReachable: () => {} }));

it.each(['BEGIN:VCARD\nFN:Ana\nEND:VCARD', 'x'.repeat(301)])(
  'says that a scanned QR code is another one: %j',
  async (text) => {
    const props = { autoFocus: false, onSend: vi.fn(), onAnswer: vi.fn(), onError: vi.fn() };
    const client = new QueryClient();
    renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(RedemptionForm, props)));
    dialog.onDecoded(text);
    await expect.poll(() => props.onError).toHaveBeenCalledOnce();
    expect(props.onSend).not.toHaveBeenCalled();
  },
);
