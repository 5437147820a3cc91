import { Box, Stack, Typography } from '@mui/material';
import { isolated, joined } from '@perktree/contracts/kernel/isolated';
import { personName } from '@perktree/contracts/kernel/person-name';
import type { SupportPerson, TimelineEvent, TimelineKind } from '@perktree/contracts/support/calls';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatMoney } from '../lib/format.ts';
import { EventEntries } from './event-entries.tsx';
import { EventLinks } from './event-links.tsx';

export function TimelineItem(props: {
  event: TimelineEvent;
  /** The subject of the timeline; it is not linked to itself. */
  shown: { kind: TimelineKind; id: string };
}) {
  const { t, i18n } = useTranslation(['support', 'common']);
  const { event, shown } = props;
  const { actor, amount, currency, qr, site, reason } = event;
  const known = ({ name, email }: SupportPerson) =>
    email === null ? personName(name, i18n.language) : `${isolated(name)} (${email})`;
  const role = t(`support:role.${actor.role}`, { defaultValue: t(`common:role.${actor.role}`) });
  return (
    <Box sx={{ py: 1.5 }}>
      <Stack
        direction="row"
        spacing={2}
        useFlexGap
        sx={{ justifyContent: 'space-between', alignItems: 'baseline', flexWrap: 'wrap' }}
      >
        <Typography sx={{ fontWeight: 650, overflowWrap: 'anywhere' }}>
          {t(`event.${event.type}`, {
            customer: event.customer ? personName(event.customer.name, i18n.language) : t('role.visitor'),
            distributor: personName(event.distributor?.name ?? '', i18n.language),
          })}
        </Typography>
        {amount !== null && currency !== null && (
          <Typography sx={{ fontWeight: 700, fontVariantNumeric: 'tabular-nums' }}>
            {formatMoney(amount, currency, i18n.language)}
          </Typography>
        )}
      </Stack>
      <Box sx={{ overflowWrap: 'anywhere' }}>
        <Typography variant="body2">
          {actor.person === null ? t('by', { name: role }) : t('byAs', { name: known(actor.person), role })}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          <time dateTime={event.at}>{formatDateTime(event.at, i18n.language)}</time> · {joined([qr?.name, site?.name])}
        </Typography>
        {event.type.startsWith('Dispute') ? (
          <Typography variant="body2" sx={{ whiteSpace: 'pre-line', fontStyle: reason === null ? 'italic' : 'normal' }}>
            {reason ?? t('dispute.erased')}
          </Typography>
        ) : (
          reason !== null && (
            <Typography variant="body2">
              {t('reason', { reason: event.type === 'PayoutFailed' ? t(`transferFailure.${reason}`) : reason })}
            </Typography>
          )
        )}
      </Box>
      <EventEntries event={event} />
      <EventLinks event={event} shown={shown} />
    </Box>
  );
}
