import { z } from 'zod';
import { siteBrandSchema } from '../brand/brand.ts';
import { currencySchema } from '../kernel/money.ts';
import { optionalNote } from '../kernel/note.ts';
import { qrDesignSchema } from '../qr/design.ts';
import { siteConfigurationSchema } from './configuration.ts';

const site = { siteId: z.uuid(), tenantId: z.uuid() };
const userId = z.string().min(1);

/** Events of a `site-{siteId}` stream: the configuration, and who works there. */
export const siteEvents = {
  SiteCreated: z.strictObject({
    ...site,
    /** The tenant's owner, who can neither claim the site's QRs nor redeem their own scans. */
    ownerId: userId,
    name: z.string(),
    currency: currencySchema,
    configuration: siteConfigurationSchema,
  }),
  SiteConfigured: z.strictObject({ ...site, name: z.string(), configuration: siteConfigurationSchema }),
  /** How the pages of the site look from now on. What was issued before keeps its look. */
  SiteBranded: z.strictObject({ ...site, brand: siteBrandSchema }),
  SiteDeactivated: z.strictObject(site),
  SiteActivated: z.strictObject(site),
  /** The address that was invited is in the account store; the link's token only as its SHA-256. */
  StaffInvited: z.strictObject({
    ...site,
    invitationId: z.uuid(),
    tokenHash: z.string(),
    expiresAt: z.iso.datetime(),
  }),
  /** The link no longer works. */
  StaffInvitationWithdrawn: z.strictObject({ ...site, invitationId: z.uuid() }),
  StaffJoined: z.strictObject({ ...site, invitationId: z.uuid(), userId }),
  StaffRemoved: z.strictObject({ ...site, userId }),
  /** The note says why; null: no reason was given. */
  DistributorBlocked: z.strictObject({ ...site, distributorId: userId, ...optionalNote }),
  DistributorUnblocked: z.strictObject({ ...site, distributorId: userId }),
  /**
   * How the QR codes of a campaign look, or, with null as its root, those of the site's campaigns without a design of their own.
   * No design: those of the campaign look as the site's, those of the site plain.
   */
  QrDesigned: z.strictObject({ ...site, rootQrId: z.uuid().nullable(), design: qrDesignSchema.nullable() }),
};
