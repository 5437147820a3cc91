import { describe } from 'vitest';
import { link, testPlaces } from '../support/places.ts';
import { visit } from '../support/visit.ts';
import { useVisits, WIDTHS } from '../support/visits.ts';

/** The landing page, which the server renders. The shell and the dashboards: ui/admin/*.screen.spec.tsx. */
const visits = useVisits();

describe.each(WIDTHS)('on the width of a %s', (width, viewport) => {
  testPlaces(
    [
      {
        name: '2.1 · Landing page',
        on: 'both',
        open: async () => {
          const page = await visits.page('signedOut', viewport);
          await visit(page, '/');
          return page;
        },
        sees: [link('Customer Login'), link('Scan QR Code'), link('Business Login')],
      },
    ],
    width,
  );
});
