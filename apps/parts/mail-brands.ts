import { linkPageOf } from '@perktree/contracts/account/return-to';
import type { ShownBrand } from '@perktree/contracts/brand/brand';
import type { BrandOfMail } from '@perktree/contracts/notification/mail';
import { pictureContent } from '@perktree/identity/pictures/picture-store';
import { brandOfCustomer, shownBrands } from '@perktree/query-service/brand/shown-brands';
import type { Pool } from 'pg';

/**
 * The look of a mail: of its site, of the link page that its link leads back to, or of the one brand whose offers a customer has
 * scanned. A brand that shows the product beside it has mails in the look of the product.
 */
export function mailBrands(pool: Pool): BrandOfMail {
  async function siteOfLink(returnTo: string): Promise<string | undefined> {
    const page = linkPageOf(returnTo);
    if (page === null) return undefined;
    const { rows } = await pool.query<{ site_id: string }>(
      `SELECT site_id FROM read_models.qrs WHERE ${page.kind}_token = $1`,
      [page.token],
    );
    return rows[0]?.site_id;
  }

  async function shownIn({ data, customerId }: Parameters<BrandOfMail>[0]): Promise<ShownBrand | null> {
    const siteId = data.siteId ?? (data.returnTo && (await siteOfLink(data.returnTo)));
    if (siteId) return (await shownBrands(pool, [siteId])).get(siteId) ?? null;
    return customerId ? brandOfCustomer(pool, customerId) : null;
  }

  return async (mail) => {
    const brand = await shownIn(mail);
    if (brand === null || brand.showsProduct) return null;
    const { name, logoUrl, colour } = brand;
    // The address of a picture ends in its hash.
    const hash = logoUrl?.split('/').at(-1);
    return { name, logo: hash ? await pictureContent(pool, hash) : null, colour: colour?.light ?? null };
  };
}
