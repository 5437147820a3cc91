import { openBusiness, subscribe } from '@perktree/apps/standalone/testing/open-business';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { expect, it } from 'vitest';

const composed = await useComposedApp();
const business = await openBusiness(composed.app, 'edits');
const { owner, siteId, distributor } = business;
await subscribe(owner, 'ultra');
const body = { url: 'https://hooks.example.com/a', eventTypes: ['*'], siteIds: null };
const endpoint = `/api/webhook-endpoints/${(await owner.must('POST', '/api/webhook-endpoints', body)).id}`;
await owner.must('PUT', `/api/sites/${siteId}/qrs/${business.qrId}`, { commissionPercent: '12.00' });

const DARK = { foreground: '#000000', background: '#ffffff', modules: 'square', logo: null, frameText: null };

interface Edited {
  readonly path: () => string;
  /** A field, with its value when both people read it, and the values that each of them wants. */
  readonly field: string;
  readonly before: unknown;
  readonly first: unknown;
  readonly second: unknown;
  /** Another field of the same form, with its value before and the one that the second person wants. */
  readonly other: readonly [field: string, before: unknown, wanted: unknown] | null;
}

const site = () => `/api/sites/${business.siteId}`;
const qr = () => `${site()}/qrs/${business.qrId}`;

/** Every form that edits something that another person may edit at the same time. */
const EDITS: Readonly<Record<string, Edited>> = {
  'a QR': {
    path: qr,
    field: 'commissionPercent',
    ...{ before: '12.00', first: '10.00', second: '11.00' },
    other: ['name', 'Claimed', 'Renamed'],
  },
  'a site': {
    path: () => `${site()}/config`,
    field: 'defaultSaleAmount',
    ...{ before: '100.00', first: '90.00', second: '80.00' },
    other: ['commissionHoldDays', 0, 7],
  },
  'a brand': {
    path: () => `${site()}/brand`,
    field: 'name',
    ...{ before: null, first: 'Luna', second: 'Sol' },
    other: ['colour', null, '#1d6b57'],
  },
  'a webhook endpoint': {
    path: () => endpoint,
    field: 'eventTypes',
    ...{ before: ['*'], first: ['scan.created'], second: ['qr.created'] },
    other: ['url', 'https://hooks.example.com/a', 'https://hooks.example.com/b'],
  },
  'the design of a site': {
    path: () => `${site()}/qr-design`,
    field: 'design',
    ...{ before: null, first: DARK, second: { ...DARK, modules: 'dots' } },
    other: null,
  },
};

it.each(Object.entries(EDITS))('edits of %s are merged, and refused where the field has changed', async (_, edited) => {
  const { path, field, before, first, second, other } = edited;
  const put = (body: object) => business.owner.call('PUT', path(), body);
  /** The answer to an edit that changes nothing is what is stored. */
  const stored = async (wanted: unknown) => (await put({ [field]: wanted, seen: { [field]: wanted } })).body;
  const isSaved = { status: 200 };

  expect(await put({ [field]: first, seen: { [field]: before } })).toMatchObject(isSaved);
  if (other !== null) {
    const [name, read, wanted] = other;
    expect(await put({ [name]: wanted, seen: { [name]: read } })).toMatchObject(isSaved);
    expect(await stored(first)).toMatchObject(shownAs(field, first));
  }
  const refused = await put({ [field]: second, seen: { [field]: before } });
  expect(refused).toMatchObject({ status: 409, body: { code: 'EDITED_MEANWHILE' } });
  expect(refused.body.issues).toContainEqual(
    expect.objectContaining({ path: field, code: 'CHANGED_MEANWHILE', current: first }),
  );
  expect(await stored(first)).toMatchObject(shownAs(field, first));

  // The same value, the value that is there now, and without what was read, which overwrites.
  expect(await put({ [field]: first, seen: { [field]: before } })).toMatchObject(isSaved);
  expect(await put({ [field]: second, seen: { [field]: first } })).toMatchObject(isSaved);
  expect(await put({ [field]: first })).toMatchObject({ ...isSaved, body: shownAs(field, first) });
  expect(await put({ [field]: first, seen: { surprise: 1 } })).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'seen.surprise', code: 'UNKNOWN_FIELD' }] },
  });
});

const shownAs = (field: string, value: unknown) => ({ [field]: value });

it('a change of the benefit type does not undo a change of its value', async () => {
  await owner.must('PUT', qr(), { discountPercent: 40 });
  const seen = { type: 'DISCOUNT_PERCENT', discountPercent: 20, discountFixedAmount: null, textReward: null };
  const edit = { type: 'DISCOUNT_FIXED', discountFixedAmount: 5, seen };
  const refused = await owner.call('PUT', qr(), edit);
  expect(refused).toMatchObject({ status: 409, body: { code: 'EDITED_MEANWHILE' } });
  expect(refused.body.issues.map(({ path, current }: { path: string; current: unknown }) => [path, current])).toEqual(
    expect.arrayContaining([
      ['type', 'DISCOUNT_PERCENT'],
      ['discountPercent', 40],
    ]),
  );
  expect(await owner.call('PUT', qr(), { ...edit, seen: { ...seen, discountPercent: 40 } })).toMatchObject({
    body: { type: 'DISCOUNT_FIXED', discountFixedAmount: 5 },
  });
});

it('a distributor learns nothing of fields that it may not edit', async () => {
  await owner.must('PUT', qr(), { internalName: 'Pier project' });
  const refused = await distributor.call('PUT', qr(), { internalName: 'x', seen: { internalName: null } });
  expect(refused).toMatchObject({ status: 403, body: { code: 'NOT_ALLOWED' } });
  expect(JSON.stringify(refused)).not.toContain('Pier project');
});

it('two tabs of one person edit first and last name without undoing each other', async () => {
  for (const name of [{ firstName: 'Anna' }, { lastName: 'Ruiz' }])
    await distributor.must('PUT', '/api/me/profile', name);
  expect(await distributor.must('GET', '/api/auth/user')).toMatchObject({ firstName: 'Anna', lastName: 'Ruiz' });
});
