import { NO_BRAND, type SiteBrand, siteBrandSchema } from '@perktree/contracts/brand/brand';

/** The brand in a row; null: the owner has saved none. Rows of the version before, which are read until a rebuild, have fewer fields. */
export const brandOf = (stored: string | null): SiteBrand | null =>
  stored === null ? null : siteBrandSchema.parse({ ...NO_BRAND, ...JSON.parse(stored) });
