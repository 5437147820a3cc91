import { calls } from '@perktree/contracts/catalogue/calls';
import { treeRowCalls } from '@perktree/contracts/qr/list-calls';
import { api, NOW } from '../testing/open-screen.tsx';
import { testPlaces } from '../testing/places.ts';
import { BENEFIT, openShop, QR } from '../testing/shop.ts';

const [SHOP, PERSON] = ['מאפייה', 'נועה'];
const own = (name: string) => `\u2068${name}\u2069`;

/** Names from right to left leave the rest of their line as it is: each is isolated from it. */
testPlaces([
  [
    'a row of several names',
    {
      path: '/staff-validation',
      role: 'staff',
      given: () =>
        api.on(
          calls.validations,
          [
            {
              ...{
                redemptionId: QR.id,
                ...BENEFIT,
                customerName: PERSON,
                siteName: SHOP,
                status: 'Confirmed',
              },
              ...{ saleAmount: '12.00', currency: 'EUR', confirmedAt: NOW.toISOString(), correctableUntil: null },
            },
          ],
          { total: 1 },
        ),
      parts: [new RegExp(`12[.,]00.* · ${own(PERSON)} · ${own(SHOP)} · .*202`)],
    },
  ],
  [
    'the path to a QR that was found',
    {
      path: '/qr-management?q=w',
      role: 'site_owner',
      given: () => {
        openShop([]);
        const path = [SHOP, PERSON].map((name) => ({ id: QR.id, name }));
        api.on(treeRowCalls.ofSite, [{ ...QR, level: 0, childCount: 0, path }], { total: 1 });
      },
      parts: [new RegExp(`(In|En) \u2068${own(SHOP)} › ${own(PERSON)}\u2069`)],
    },
  ],
]);
