import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calls } from '@perktree/contracts/catalogue/calls';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { changedMeanwhile, editOf, emptied } from './use-edit-form.ts';

afterEach(() => void vi.unstubAllGlobals());

describe('the request of an edit', () => {
  const saved = {
    name: 'Pier',
    commissionPercent: '12.00',
    type: 'DISCOUNT_PERCENT',
    discountPercent: 20,
    maximum: null,
  };
  const together = ['type', 'discountPercent', 'discountFixedAmount'];

  it.each([
    ['nothing changed', { ...saved, commissionPercent: '12' }, {}],
    ['one field', { ...saved, name: 'Quay' }, { name: 'Quay', seen: { name: 'Pier' } }],
    ['a field that is emptied', { ...saved, name: null }, { name: null, seen: { name: 'Pier' } }],
    ['a field that was empty', { ...saved, maximum: 5 }, { maximum: 5, seen: { maximum: null } }],
    ['a field that is left out', { name: 'Pier', commissionPercent: undefined }, {}],
    [
      'fields that belong together',
      { ...saved, discountPercent: 25 },
      {
        discountPercent: 25,
        seen: { type: 'DISCOUNT_PERCENT', discountPercent: 20, discountFixedAmount: null },
      },
    ],
  ])('has the changed fields with what they were: %s', (_, body, expected) => {
    expect(editOf(body, saved, together)).toEqual(expected);
  });

  it('keeps nothing that was emptied without a word', () => {
    expect(emptied({ ...saved, name: undefined, maximum: undefined }, saved)).toEqual(['name']);
    expect(emptied({ ...saved, name: null }, saved)).toEqual([]);
  });

  it('takes nothing over from another refusal', () => {
    const issues = [{ path: 'name', code: 'CHANGED_MEANWHILE', message: '', current: 'Quay' }];
    expect(changedMeanwhile({ code: 'EDITED_MEANWHILE', issues })).toEqual({ name: 'Quay' });
    expect(changedMeanwhile({ code: 'VALIDATION_FAILED', issues })).toEqual({});
  });
});

const UI = join(import.meta.dirname, '../..');
const sources = readdirSync(UI, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.spec\.|node_modules/.test(file),
);

describe('every form of a call that edits what others may edit, too', () => {
  const edits = Object.entries(calls).flatMap(([name, { body, path }]) =>
    body instanceof z.ZodObject && 'seen' in body.shape && path.startsWith('/api/') && !path.startsWith('/api/v1')
      ? [name]
      : [],
  );

  it('is one of these', () => {
    expect(edits.toSorted()).toEqual(
      ['brandSite', 'changeWebhookEndpoint', 'configureSite', 'designQr', 'designSiteQrs', 'editQr'].toSorted(),
    );
  });

  it.each(edits)('%s is sent by useEditForm, or for one field alone', (name) => {
    const sends = new RegExp(`(?<!typeof )calls\\.${name}\\b(?!, { params, body: { enabled: true } })`);
    const senders = sources.filter((file) => sends.test(readFileSync(join(UI, file), 'utf8')));
    expect(senders).not.toEqual([]);
    for (const file of senders) {
      const source = readFileSync(join(UI, file), 'utf8');
      expect([file, /\buseEditForm\(/.test(source), source.includes('<EditedMeanwhile')]).toEqual([file, true, true]);
    }
  });

  it('is every PUT with several fields', () => {
    const several = Object.entries(calls).flatMap(([name, call]) =>
      call.method === 'PUT' && call.body instanceof z.ZodObject && Object.keys(call.body.shape).length > 1
        ? [name]
        : [],
    );
    // A person alone edits their profile, an owner alone who approves.
    const alone = ['changeProfile', 'setApprovalRule'];
    const shared = several.filter((name) => !name.startsWith('v1') && !alone.includes(name));
    expect(shared.toSorted()).toEqual(edits.toSorted());
  });
});
