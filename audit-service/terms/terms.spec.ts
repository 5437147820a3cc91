import type { AnyEvent } from '@perktree/contracts/catalogue/events';
import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/configuration';
import {
  inTree,
  newQr,
  recorded,
  rootCreated,
  SITE,
  siteCreated,
  terms,
  uuid,
} from '@perktree/projector/testing/events';
import { describe, expect, it } from 'vitest';
import type { TreeEvent } from '../stream-history.ts';
import { type SetTerm, termsOfSite, termsOfTree } from './terms.ts';

const shown = (set: readonly SetTerm[]) =>
  set.map(({ event, qr, term, before, after }) => [Number(event.position), qr?.name ?? null, term, before, after]);
const ofSite = (...events: readonly AnyEvent[]) => shown(termsOfSite(recorded([siteCreated(), ...events])));
const ofTree = (...events: readonly AnyEvent[]) =>
  shown(termsOfTree(recorded([rootCreated('root', { name: 'Root' }), ...events]) as readonly TreeEvent[], 'EUR'));
/** Without those of the first event. */
const later = (all: ReturnType<typeof shown>) => all.filter(([position]) => position !== 1);

const configured = (changes: Partial<typeof DEFAULT_SITE_CONFIGURATION>): AnyEvent => ({
  type: 'SiteConfigured',
  data: { ...SITE, name: 'Café', configuration: { ...DEFAULT_SITE_CONFIGURATION, selfRedemption: 'on', ...changes } },
});

describe('the terms of a site', () => {
  it('begin with those that it was created with', () => {
    const all = ofSite();
    expect(all).toContainEqual([1, null, 'minimumPayout', null, '20.00']);
    expect(all).toContainEqual([1, null, 'currency', null, 'EUR']);
    expect(all).toContainEqual([1, null, 'maxTotalSplits', null, 'unlimited']);
    expect(all).toContainEqual([1, null, 'commissionRule', null, 'path_differential']);
    expect(all.every(([, , , before]) => before === null)).toBe(true);
  });

  it('are shown before and after each change, and only those that changed', () => {
    const rule = { version: 2, settings: { tierAmounts: ['5.00', '2.00'] } };
    expect(
      later(
        ofSite(
          configured({ commissionHoldDays: 30, minimumPayout: '50.00', timeZone: 'Europe/Madrid' }),
          configured({
            commissionHoldDays: 30,
            minimumPayout: '50.00',
            timeZone: 'Europe/Madrid',
            commissionRule: rule,
          }),
          { type: 'SiteDeactivated', data: SITE },
        ),
      ),
    ).toEqual([
      [2, null, 'commissionHoldDays', '14', '30'],
      [2, null, 'minimumPayout', '20.00', '50.00'],
      [2, null, 'timeZone', 'UTC', 'Europe/Madrid'],
      [3, null, 'commissionRule', 'path_differential', 'fixed_per_tier tierAmounts 5.00;2.00'],
      [4, null, 'isActive', 'true', 'false'],
    ]);
  });

  it('are those that need a second person', () => {
    const rule = { ...SITE, approverIds: ['sam'], payoutsAbove: '500.00', monthsNeedSignOff: true };
    expect(later(ofSite({ type: 'ApprovalRuleSet', data: rule }))).toEqual([
      [2, null, 'approvePayoutsAbove', null, '500.00'],
      [2, null, 'monthsNeedSignOff', null, 'true'],
      [2, null, 'approvers', null, 'sam'],
    ]);
  });

  it('name a distributor who was blocked, with the note that says why', () => {
    const noteId = uuid('note');
    const blocked = termsOfSite(
      recorded([{ type: 'DistributorBlocked', data: { ...SITE, distributorId: 'ana', noteId, noteHash: null } }]),
    );
    expect(blocked).toHaveLength(1);
    expect(blocked[0]).toMatchObject({
      term: 'blockedDistributor',
      before: null,
      after: 'ana',
      isPerson: true,
      noteId,
    });
  });
});

describe('the terms of QRs', () => {
  it('are those of a new root, split, sibling and edit', () => {
    const child = (name: string, commissionPercent: string) => newQr(name, { commissionPercent });
    const set = later(
      ofTree(
        { type: 'QrSplit', data: { ...inTree('root'), depth: 1, children: [child('a', '4.00'), child('b', '2.00')] } },
        {
          type: 'SiblingQrCreated',
          data: { ...inTree('root', 'c'), parentQrId: inTree('root').qrId, depth: 1, qr: child('c', '1.00') },
        },
        {
          type: 'QrEdited',
          data: {
            ...inTree('root', 'a'),
            terms: terms({ name: 'a', commissionPercent: '3.00', maxRedemptions: null }),
          },
        },
      ),
    );
    const percents = set.filter(([, , term]) => term === 'commissionPercent');
    expect(percents).toEqual([
      [2, 'a', 'commissionPercent', null, '4.00'],
      [2, 'b', 'commissionPercent', null, '2.00'],
      [3, 'c', 'commissionPercent', null, '1.00'],
      [4, 'a', 'commissionPercent', '4.00', '3.00'],
    ]);
    expect(set).toContainEqual([4, 'a', 'maxRedemptions', '3', 'unlimited']);
  });

  it('have a benefit as data beside its label', () => {
    const benefit = {
      type: 'DISCOUNT_FIXED',
      discountPercent: null,
      discountFixedAmount: 5.5,
      textReward: null,
    } as const;
    const edited = { type: 'QrEdited', data: { ...inTree('root'), terms: terms({ name: 'Root', benefit }) } } as const;
    const set = termsOfTree(recorded([rootCreated('root'), edited]) as readonly TreeEvent[], 'EUR');
    const [created, changed] = set.filter(({ term }) => term === 'benefit');
    expect(created?.benefitTerms).toEqual({ before: null, after: { ...newQr('root').terms.benefit, currency: 'EUR' } });
    expect(changed).toMatchObject({
      after: '€5.50 Off',
      benefitTerms: { before: created?.benefitTerms?.after, after: { ...benefit, currency: 'EUR' } },
    });
  });

  it('are the validity, the renewal and the owner', () => {
    const expiresAt = '2026-04-01T12:00:00.000Z';
    const reissued = { ...inTree('root'), period: 2, startsAt: '2026-03-03T12:00:00.000Z', expiresAt };
    expect(
      later(
        ofTree(
          { type: 'QrReissued', data: { ...reissued, trigger: 'by_hand' } },
          { type: 'QrRenewalChosen', data: { ...inTree('root'), renewalPolicy: 'auto_reissue_on_expire' } },
          { type: 'QrClaimed', data: { ...inTree('root'), distributorId: 'ana' } },
          { type: 'QrClaimReleased', data: { ...inTree('root'), distributorId: 'ana' } },
        ),
      ),
    ).toEqual([
      [2, 'Root', 'expiresAt', '2026-03-02T12:00:00.000Z', expiresAt],
      [2, 'Root', 'issuePeriod', null, '2'],
      [3, 'Root', 'renewalPolicy', null, 'auto_reissue_on_expire'],
      [4, 'Root', 'owner', null, 'ana'],
      [5, 'Root', 'owner', 'ana', null],
    ]);
  });
});
