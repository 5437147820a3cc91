import type { LegalLinks } from '@perktree/contracts/account/legal-links';
import { brandColour, NO_BRAND, type SiteBrand } from '@perktree/contracts/brand/brand';
import type { SiteEvent } from '@perktree/contracts/catalogue/events';
import { type Edit, refuseEditedMeanwhile } from '@perktree/contracts/kernel/edits';
import { invalidField } from '@perktree/contracts/kernel/validation-issues';
import { ownSite, type SiteState } from './state.ts';

export interface BrandSite {
  readonly tenantId: string | null;
  readonly edit: Edit<
    {
      readonly name: string | null;
      /** The hash of a picture. */
      readonly logo: string | null;
      readonly colour: string | null;
      readonly whiteLabel: boolean;
    } & LegalLinks
  >;
  readonly ownsLogo: boolean;
}

/**
 * Saves the brand of a site. The event holds the colour that the owner chose, and the corrected ones that pages use: a later
 * change of the correction does not change what was shown before.
 * @throws Refused SITE_NOT_FOUND, EDITED_MEANWHILE, VALIDATION_FAILED for a picture of another business
 */
export function decideBrandSite(state: SiteState, command: BrandSite): readonly SiteEvent[] {
  const { siteId, tenantId, brand: before } = ownSite(state, command.tenantId);
  const now = { ...(before ?? NO_BRAND), colour: before?.colour?.chosen ?? null };
  refuseEditedMeanwhile(now, command.edit);
  const { name = now.name, logo = now.logo, colour = now.colour, whiteLabel = now.whiteLabel } = command.edit;
  const { privacy = now.privacy, terms = now.terms, imprint = now.imprint } = command.edit;
  // Do not check an unchanged logo: its picture may have been deleted since.
  if (logo !== null && logo !== before?.logo && !command.ownsLogo) throw invalidField('logo', 'UNKNOWN_PICTURE');
  const look = { name, logo, colour: colour === null ? null : brandColour(colour), whiteLabel };
  const brand: SiteBrand = { ...look, privacy, terms, imprint };
  if (JSON.stringify(brand) === JSON.stringify(withFieldOrder(before ?? NO_BRAND))) return [];
  return [{ type: 'SiteBranded', data: { siteId, tenantId, brand } }];
}

const withFieldOrder = ({ name, logo, colour, whiteLabel, privacy, terms, imprint }: SiteBrand): SiteBrand => ({
  name,
  logo,
  colour: colour && { chosen: colour.chosen, light: colour.light, dark: colour.dark },
  whiteLabel,
  privacy,
  terms,
  imprint,
});
