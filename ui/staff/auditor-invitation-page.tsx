import { calls } from '@perktree/contracts/catalogue/calls';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { formatDate } from '../lib/format.ts';
import { useApi } from '../lib/use-api.ts';
import { InvitationPage } from './invitation-page.tsx';

export default function AuditorInvitationPage() {
  const { t, i18n } = useTranslation('staff-invitation');
  const { token = '' } = useParams();
  const invitation = useApi(calls.auditorInvitation, { params: { token } });
  const { business, invitedBy, email, until, timeZone } = invitation.data ?? {};
  const named = { business: business ?? t('allBusinesses'), name: invitedBy ?? '', timeZone };
  // The last moment of the last day.
  const lastDay = until === undefined ? '' : new Date(Date.parse(until) - 1).toISOString();
  const date = lastDay === '' ? '' : formatDate(lastDay, i18n.language, timeZone);
  const title = business === null ? t('auditPlatform') : business === undefined ? t('auditTitle') : null;
  return (
    <InvitationPage
      invitation={invitation}
      path={`/auditor-invitations/${token}`}
      title={title ?? t('auditTitleOf', { business })}
      text={t(invitedBy ? 'auditsBy' : 'audits', { ...named, date })}
      email={email ?? ''}
      accept={{ call: calls.acceptAuditorInvitation, params: { token }, role: 'auditor', home: '/audit' }}
    />
  );
}
