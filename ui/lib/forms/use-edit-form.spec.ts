import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calls } from '@perktree/contracts/catalogue/calls';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { changedMeanwhile, editOf, emptied } from './use-edit-form.ts';

const SAVED = {
  ...{ name: 'Pier', commissionPercent: '12.00', type: 'DISCOUNT_PERCENT', discountPercent: 20, maximum: null },
};
const BENEFIT = { type: 'DISCOUNT_PERCENT', discountPercent: 20, discountFixedAmount: null };

it.each([
  ['nothing', { ...SAVED, commissionPercent: '12' }, {}],
  ['one field', { ...SAVED, name: 'Quay' }, { name: 'Quay', seen: { name: 'Pier' } }],
  ['a field that is emptied', { ...SAVED, name: null }, { name: null, seen: { name: 'Pier' } }],
  ['a field that was empty', { ...SAVED, maximum: 5 }, { maximum: 5, seen: { maximum: null } }],
  ['a field that is left out', { name: 'Pier', commissionPercent: undefined }, {}],
  ['fields that belong together', { ...SAVED, discountPercent: 25 }, { discountPercent: 25, seen: BENEFIT }],
])('an edit has the changed fields with what they were: %s', (_, body, expected) => {
  expect(editOf(body, SAVED, ['type', 'discountPercent', 'discountFixedAmount'])).toEqual(expected);
});

it('a text that reads as the same number is another text', () => {
  const edit = editOf({ name: '5.0', percent: '5.0' }, { name: '5', percent: '5' }, [], { name: 'text' });
  expect(edit).toEqual({ name: '5.0', seen: { name: '5' } });
});

it('keeps nothing that was emptied without a word, and takes nothing over from another refusal', () => {
  expect(emptied({ ...SAVED, name: undefined, maximum: undefined }, SAVED)).toEqual(['name']);
  expect(emptied({ ...SAVED, name: null }, SAVED)).toEqual([]);
  const issues = [{ path: 'name', code: 'CHANGED_MEANWHILE', message: '', current: 'Quay' }];
  expect(changedMeanwhile({ code: 'EDITED_MEANWHILE', issues })).toEqual({ name: 'Quay' });
  expect(changedMeanwhile({ code: 'VALIDATION_FAILED', issues })).toEqual({});
});

const UI = join(import.meta.dirname, '../..');
const sources = readdirSync(UI, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.spec\.|node_modules/.test(file))
  .map((file) => [file, readFileSync(join(UI, file), 'utf8')] as const);

it('each PUT with several fields, which others may edit, too, is sent by useEditForm, or for one field alone', () => {
  // A person alone edits their profile, and each tab sends what was changed in it.
  const alone = ['changeProfile'];
  const edits = Object.entries(calls).flatMap(([name, { method, body }]) =>
    method === 'PUT' && body instanceof z.ZodObject && Object.keys(body.shape).length > 1
      ? [[name, body] as const]
      : [],
  );
  const shared = edits.filter(([name]) => !name.startsWith('v1') && !alone.includes(name));
  expect(shared.length).toBeGreaterThan(5);
  for (const [name, body] of shared) {
    const sends = new RegExp(`(?<!typeof )calls\\.${name}\\b(?!, { params, body: { enabled: true } })`);
    const senders = sources.filter(([, source]) => sends.test(source));
    expect([name, senders.length > 0, 'seen' in body.shape]).toEqual([name, true, true]);
    for (const [file, source] of senders)
      expect([file, /\buseEditForm\(/.test(source), source.includes('<EditedMeanwhile')]).toEqual([file, true, true]);
  }
});
