import { Button, Stack, Typography } from '@mui/material';
import type { DisputeAction, SupportSubject } from '@perktree/contracts/support/calls';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../kit/panel.tsx';
import { StatusBadge } from '../kit/status-badge.tsx';

const NoteDialog = lazy(() => import('./note-dialog.tsx'));

/** Possible actions by the state of the dispute. */
const NEXT: Readonly<Record<'none' | NonNullable<SupportSubject['dispute']>, readonly DisputeAction[]>> = {
  none: ['open'],
  open: ['answer', 'close'],
  answered: ['answer', 'close'],
  closed: ['open'],
};
export const DISPUTE_TONES = { open: 'bad', answered: 'warning', closed: 'quiet' } as const;

export function DisputePanel({ redemption }: { redemption: SupportSubject }) {
  const { t } = useTranslation('support');
  const [action, setAction] = useState<DisputeAction | null>(null);
  const { dispute } = redemption;
  return (
    <Panel
      title={t('dispute.title')}
      action={dispute && <StatusBadge tone={DISPUTE_TONES[dispute]} label={t(`dispute.state.${dispute}`)} />}
    >
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1.5 }}>
        {t('dispute.text')}
      </Typography>
      <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
        {NEXT[dispute ?? 'none'].map((next) => (
          <Button key={next} variant="outlined" onClick={() => setAction(next)}>
            {t(`dispute.action.${next}`)}
          </Button>
        ))}
      </Stack>
      {action && (
        <Suspense fallback={null}>
          <NoteDialog redemptionId={redemption.id} action={action} onClose={() => setAction(null)} />
        </Suspense>
      )}
    </Panel>
  );
}
