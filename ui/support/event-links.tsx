import { Button, Stack } from '@mui/material';
import type { TimelineEvent, TimelineKind } from '@perktree/contracts/support/calls';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useAuth } from '../lib/auth.tsx';
import { subjectName } from './subject-name.ts';
import { timelinePath } from './timeline-path.ts';

export function EventLinks({ event, shown }: { event: TimelineEvent; shown: { kind: TimelineKind; id: string } }) {
  const { t, i18n } = useTranslation('support');
  const { role } = useAuth();
  const { redemptionId, customer, qr, distributor, payoutId, site, position } = event;
  const things: readonly (readonly [TimelineKind, string | undefined, string | undefined])[] = [
    ['redemption', redemptionId ?? undefined, qr?.name],
    ['customer', customer?.id, customer?.name],
    ['qr', qr?.id, qr?.name],
    ['distributor', distributor?.id, distributor?.name],
  ];
  const link = (to: string, label: string, full: string) => (
    <Button key={to} component={Link} to={to} size="small" aria-label={full}>
      {label}
    </Button>
  );
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', ml: -1 }}>
      {things.map(([kind, id, name]) =>
        id === undefined || (kind === shown.kind && id === shown.id)
          ? null
          : link(
              timelinePath(kind, id),
              t(`kind.${kind}`),
              t('timelineOf', { kind: t(`kind.${kind}`), name: subjectName(kind, name ?? '', i18n.language) }),
            ),
      )}
      {qr !== null &&
        site !== null &&
        link(`/sites/${site.id}/history?at=${position}`, t('trees'), t('treesOf', { site: site.name }))}
      {payoutId !== null && role === 'site_owner' && link('/payouts', t('payouts'), t('payouts'))}
    </Stack>
  );
}
