import { calls } from '@perktree/contracts/catalogue/calls';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { useApi } from '../lib/use-api.ts';
import { InvitationPage } from './invitation-page.tsx';

export default function StaffInvitationPage() {
  const { t } = useTranslation('staff-invitation');
  const { token = '' } = useParams();
  const invitation = useApi(calls.staffInvitation, { params: { token } });
  const { site = '', invitedBy = null, email = '' } = invitation.data ?? {};
  return (
    <InvitationPage
      invitation={invitation}
      path={`/staff-invitations/${token}`}
      title={invitation.data ? t('titleOf', { site }) : t('title')}
      text={invitedBy === null ? t('invites', { site }) : t('invitesBy', { site, name: invitedBy })}
      email={email}
      // A new staff member wants to work as staff, whatever other roles the account has.
      accept={{ call: calls.acceptInvitation, params: { token }, role: 'staff', home: '/staff-validation' }}
    />
  );
}
