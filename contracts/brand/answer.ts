import { leastContrast, type Theme } from '../kernel/contrast.ts';
import { PLANS, type PlanId } from '../subscription/plans.ts';
import { NO_BRAND, type ShownBrand, type SiteBrand } from './brand.ts';
import type { BrandAnswer } from './calls.ts';
import { pictureUrl } from './picture-calls.ts';

const showsProduct = ({ whiteLabel }: SiteBrand, plan: PlanId) => !(whiteLabel && PLANS[plan].limits.whiteLabel);

/** The brand of a site for its owner. @param brand null: none was saved */
export function brandAnswerOf(brand: SiteBrand | null, plan: PlanId): BrandAnswer {
  const { name, logo, colour, whiteLabel, privacy, terms, imprint } = brand ?? NO_BRAND;
  const contrasts = (theme: Theme) =>
    colour && { chosen: leastContrast(colour.chosen, theme), used: leastContrast(colour[theme], theme) };
  const [light, dark] = [contrasts('light'), contrasts('dark')];
  return {
    name,
    logo,
    logoUrl: logo && pictureUrl(logo),
    colour: colour && light && dark && { ...colour, contrast: { light, dark } },
    whiteLabel,
    showsProduct: showsProduct(brand ?? NO_BRAND, plan),
    privacy,
    terms,
    imprint,
  };
}

/** What customers see of a brand; null: the product alone. */
export function shownBrand(brand: SiteBrand | null, site: { readonly name: string }, plan: PlanId): ShownBrand | null {
  if (brand === null) return null;
  const { name, logo, colour, privacy, terms, imprint } = brand;
  return {
    name: name ?? site.name,
    logoUrl: logo && pictureUrl(logo),
    colour: colour && { light: colour.light, dark: colour.dark },
    showsProduct: showsProduct(brand, plan),
    privacy,
    terms,
    imprint,
  };
}
