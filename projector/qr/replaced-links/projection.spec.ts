import { expect, it } from 'vitest';
import { inTree, rootCreated } from '../../testing/events.ts';
import { rowsAfter } from '../../testing/harness.ts';
import { qrs } from '../qrs/projection.ts';
import { replacedLinks } from './projection.ts';

const replaced = (link: 'customer' | 'distributor', replacedToken: string, token: string) => ({
  type: 'QrLinkReplaced' as const,
  data: { ...inTree('root'), link, token, replacedToken },
});
const history = [
  rootCreated('root'),
  replaced('customer', 'customer-root', 'second'),
  replaced('customer', 'second', 'third'),
  replaced('distributor', 'distributor-root', 'fourth'),
];

it('keeps each token that a link had before, and the QR has the newest', () => {
  expect(rowsAfter(replacedLinks, history)).toMatchObject([
    { token: 'customer-root', link: 'customer', qr_id: inTree('root').qrId },
    { token: 'distributor-root', link: 'distributor' },
    { token: 'second', link: 'customer' },
  ]);
  expect(rowsAfter(qrs, history)).toMatchObject([{ customer_token: 'third', distributor_token: 'fourth' }]);
});
