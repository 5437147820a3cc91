import { Box } from '@mui/material';
import type { ExplanationAnswer } from '@perktree/contracts/audit/calls';
import { isolated } from '@perktree/contracts/kernel/isolated';
import { personName } from '@perktree/contracts/kernel/person-name';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useAuth } from '../../lib/auth.tsx';
import { formatDateTime, formatMoney } from '../../lib/format.ts';
import { CommissionSteps, Line, Section } from './commission-steps.tsx';

export function Explanation({ known }: { known: ExplanationAnswer }) {
  const { t, i18n } = useTranslation(['explanation', 'common']);
  const { event, commission, reversal, followed, entry } = known;
  const money = (amount: string) => formatMoney(amount, entry.currency, i18n.language);
  const viewer = useAuth().role;
  const isAuditor = viewer === 'superadmin' || viewer === 'site_owner' || viewer === 'auditor';
  const role = event ? t(`common:role.${event.actor.role}`, { defaultValue: event.actor.role }) : '';
  const when = (iso: string) => formatDateTime(iso, i18n.language);
  return (
    <>
      <Section title={t('event')}>
        {event === null ? (
          <Line>{t('noEvent')}</Line>
        ) : (
          <>
            <Line strong>{t(`type.${event.type}`)}</Line>
            <Line>
              {event.actor.person
                ? t('by', { name: personName(event.actor.person.name, i18n.language), role })
                : t('byRole', { role })}
            </Line>
            <Line>{t('recorded', { when: when(event.recordedAt) })}</Line>
            {isAuditor && (
              <details>
                <Box component="summary" sx={{ minHeight: 44, py: 1.25 }}>
                  {t('technical')}
                </Box>
                <Line>
                  {t('technicalText', {
                    command: event.command.name,
                    position: event.position,
                    revision: event.revision,
                    stream: event.stream,
                  })}
                </Line>
              </details>
            )}
          </>
        )}
      </Section>
      {entry.awaitingUntil !== null && (
        <Section title={t('confirmation')}>
          <Line>
            {t(Date.parse(entry.awaitingUntil) > Date.now() ? 'awaiting' : 'lapsed', {
              when: when(entry.awaitingUntil),
            })}
          </Line>
        </Section>
      )}
      {reversal && (
        <Section title={t('reversal')}>
          <Line>{t(reversal.whole ? 'reversalWhole' : 'reversalText', { amount: money(reversal.amount) })}</Line>
          {reversal.reason && <Line>{t('reason', { reason: reversal.reason })}</Line>}
        </Section>
      )}
      {commission && <CommissionSteps commission={commission} entry={entry} />}
      <Section title={t('followed')}>
        {followed.map(({ kind, at, amount, note, position, payoutId }) => (
          <Line key={`${kind} ${at} ${position}`}>
            <strong>{t(`kind.${kind}`)}</strong> · {when(at)}
            {amount !== null && ` · ${money(amount)}`}
            {note !== null && ` · ${kind === 'payout_failed' ? t(`transferFailure.${note}`) : isolated(note)}`}
            {payoutId !== null && (
              <>
                {' · '}
                <Link to={`/payouts/${payoutId}`}>{t('payout')}</Link>
              </>
            )}
          </Line>
        ))}
      </Section>
    </>
  );
}
