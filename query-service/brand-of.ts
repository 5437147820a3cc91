import { type SiteBrand, siteBrandSchema } from '@perktree/contracts/brand';

/** The brand in a row; null: the owner has saved none. */
export const brandOf = (stored: string | null): SiteBrand | null =>
  stored === null ? null : siteBrandSchema.parse(JSON.parse(stored));
