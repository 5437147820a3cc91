import { expect, it } from 'vitest';
import { qrFileName } from './use-qr-actions.ts';

it('replaces characters other than letters and digits, and puts the suffix before the extension', () => {
  expect(qrFileName('Summer 20%!')).toBe('QR-Summer-20--.png');
  expect(qrFileName('Menú/1', '-customer')).toBe('QR-Men--1-customer.png');
  expect(qrFileName('a', '-distributor')).toBe('QR-a-distributor.png');
});
