import { z } from 'zod';
import { currencySchema } from '../money.ts';
import { siteConfigurationSchema } from '../site-configuration.ts';

const site = { siteId: z.uuid(), tenantId: z.uuid() };
const userId = z.string().min(1);

/** Events of a `site-{siteId}` stream: the configuration, and who works there. */
export const siteEvents = {
  SiteCreated: z.strictObject({
    ...site,
    /** The account that owns the tenant: it can neither claim the site's QRs nor redeem its own scans (domain.md 8, 11). */
    ownerId: userId,
    name: z.string(),
    currency: currencySchema,
    configuration: siteConfigurationSchema,
  }),
  SiteConfigured: z.strictObject({ ...site, name: z.string(), configuration: siteConfigurationSchema }),
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
  /** Why is in the account store, under `noteId`; null: no reason was given. */
  DistributorBlocked: z.strictObject({ ...site, distributorId: userId, noteId: z.uuid().nullable() }),
  DistributorUnblocked: z.strictObject({ ...site, distributorId: userId }),
};
