import { z } from 'zod';
import { emailAddress } from '../account/fields.ts';
import { mailState } from '../account/mail-calls.ts';
import { callsOf, isoTime, qrParams } from '../kernel/call.ts';

const call = callsOf('QR codes');
const path = '/api/sites/:siteId/qrs/:qrId/distributor-invitations';
const access = ['site_owner', 'distributor'] as const;

export const SHOWN_INVITATIONS = 10;

const distributorInvitation = z.strictObject({
  id: z.uuid(),
  email: z.string(),
  invitedAt: isoTime,
  ...mailState,
});
export type DistributorInvitation = z.infer<typeof distributorInvitation>;

/** Mails with the distributor link of a QR. The link works for any distributor, not only for the invited address. */
export const distributorInvitationCalls = {
  inviteDistributor: call('POST', path, {
    summary: 'Send the distributor link of a QR that can be claimed to an e-mail address',
    access,
    params: qrParams,
    body: z.strictObject({ email: emailAddress }),
    answer: z.strictObject({ id: z.uuid() }),
    status: 202,
  }),
  distributorInvitations: call('GET', path, {
    summary: `My last ${SHOWN_INVITATIONS} invitations to claim a QR, newest first. An invitation is kept for 30 days after its mail`,
    access,
    params: qrParams,
    answer: z.array(distributorInvitation),
  }),
} as const;
