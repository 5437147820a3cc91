import { describe, expect, it } from 'vitest';
import { exampleSite } from '../../testing/example-site.ts';
import { Grown, qrId } from '../../testing/example-tree.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import { decideDeactivate } from './decide-activation.ts';
import { decideAutomaticReissue, decideReissue } from './decide-reissue.ts';

const root = { qrId: qrId('root') };
/** Expires at 11:00. */
const grown = Grown.root('10.00', exampleSite({ qrMinutesLife: 60, renewalPolicy: 'auto_reissue_on_expire' }));
const at = (time: string) => ({ ...root, site: grown.site, now: `2026-05-01T${time}.000Z` });

describe('reissuing by hand', () => {
  it('opens the next period from now on, with the site’s lifetime of today', () => {
    const site = exampleSite({ qrMinutesLife: 10 });
    const after = grown.and(decideReissue(grown.tree, { ...at('13:30:00'), site }));
    expect(after.qr('root')).toMatchObject({
      ...{ period: 2, periodStartsAt: '2026-05-01T13:30:00.000Z', expiresAt: '2026-05-01T13:40:00.000Z' },
      ...{ customerToken: 'c-root', distributorToken: 'd-root' },
    });
  });

  it('is refused while the QR is valid', () => {
    expect(refusalOf(() => decideReissue(grown.tree, at('10:59:59')))?.code).toBe('QR_STILL_VALID');
    expect(decideReissue(grown.tree, at('11:00:00'))).toHaveLength(1);
  });
});

describe('reissuing automatically', () => {
  it.each([
    ['11:00:00', 2, '11:00', '12:00'],
    ['11:59:59', 2, '11:00', '12:00'],
    ['12:00:00', 3, '12:00', '13:00'],
    ['13:30:00', 4, '13:00', '14:00'],
  ])('at %s opens period %i, from the old one’s end without a gap', (time, period, startsAt, expiresAt) => {
    const [event] = decideAutomaticReissue(grown.tree, at(time));
    expect(event).toMatchObject({
      type: 'QrReissued',
      data: {
        ...{ period, trigger: 'automatic' },
        startsAt: `2026-05-01T${startsAt}:00.000Z`,
        expiresAt: `2026-05-01T${expiresAt}:00.000Z`,
      },
    });
  });

  it('asked too early or twice does nothing', () => {
    expect(decideAutomaticReissue(grown.tree, at('10:59:59'))).toEqual([]);
    const after = grown.and(decideAutomaticReissue(grown.tree, at('11:00:01')));
    expect(decideAutomaticReissue(after.tree, at('11:00:02'))).toEqual([]);
  });

  it('does nothing where the site does not renew, or the QR is out of use', () => {
    expect(decideAutomaticReissue(grown.tree, { ...at('12:00:00'), site: exampleSite() })).toEqual([]);
    const inactive = grown.and(decideDeactivate(grown.tree, root));
    expect(decideAutomaticReissue(inactive.tree, at('12:00:00'))).toEqual([]);
  });
});
