import { expect, it } from 'vitest';
import { decodeCsv } from './bulk-qrs-page.tsx';

const bytesOf = (text: string, encoding: BufferEncoding) => new Uint8Array(Buffer.from(text, encoding)).buffer;

it('reads UTF-8, with and without its mark', () => {
  expect(decodeCsv(bytesOf('Café €', 'utf8'))).toEqual({ text: 'Café €', isGuessed: false });
  expect(decodeCsv(bytesOf('\uFEFFCafé', 'utf8'))).toEqual({ text: 'Café', isGuessed: false });
});

it('reads the Unicode text of Excel', () => {
  expect(decodeCsv(bytesOf('\uFEFFCafé\t€', 'utf16le'))).toEqual({ text: 'Café\t€', isGuessed: false });
});

it.each(['', 'C'])('reads a file of %j', (text) => {
  expect(decodeCsv(bytesOf(text, 'utf8'))).toEqual({ text, isGuessed: false });
});

it('reads Windows-1252, and says so', () => {
  expect(decodeCsv(bytesOf('Café ñ', 'latin1'))).toEqual({ text: 'Café ñ', isGuessed: true });
});
