import { PLAIN_DESIGN } from '@perktree/contracts/qr/design';
import { expect, it } from 'vitest';
import { SITE, uuid } from '../../testing/events.ts';
import { rowsAfter } from '../../testing/harness.ts';
import { qrDesigns } from './projection.ts';

const rootQrId = uuid('root');
const blue = { ...PLAIN_DESIGN, foreground: '#1a4d8f' };
const designed = (root: string | null, design: typeof blue | null) =>
  ({ type: 'QrDesigned', data: { ...SITE, rootQrId: root, design } }) as const;
const place = { site_id: SITE.siteId, tenant_id: SITE.tenantId };

it('shows the newest design of each campaign and of the site', () => {
  const rows = rowsAfter(qrDesigns, [designed(rootQrId, PLAIN_DESIGN), designed(null, blue), designed(rootQrId, blue)]);
  expect(rows).toHaveLength(2);
  expect(rows).toEqual(
    expect.arrayContaining([
      { ...place, subject_id: rootQrId, design: JSON.stringify(blue) },
      { ...place, subject_id: SITE.siteId, design: JSON.stringify(blue) },
    ]),
  );
});

it('shows null for a design that was removed', () => {
  expect(rowsAfter(qrDesigns, [designed(rootQrId, blue), designed(rootQrId, null)])).toEqual([
    { ...place, subject_id: rootQrId, design: null },
  ]);
});
