import { Box, Button, Typography } from '@mui/material';
import { personName } from '@perktree/contracts/kernel/person-name';
import type { TimelineEvent } from '@perktree/contracts/support/calls';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../lib/format.ts';

const ExplainDialog = lazy(() => import('../kit/ledger/explain-dialog.tsx'));

export function EventEntries({ event }: { event: TimelineEvent }) {
  const { t, i18n } = useTranslation('support');
  const [explained, setExplained] = useState<TimelineEvent['entries'][number] | null>(null);
  const { entries, currency } = event;
  if (entries.length === 0 || currency === null) return null;
  return (
    <>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {entries.map((entry) => {
          const amount = formatMoney(entry.amount, currency, i18n.language);
          return (
            <Box component="li" key={entry.id}>
              <Typography variant="body2" component="span" sx={{ overflowWrap: 'anywhere' }}>
                {t('entry', { name: personName(entry.owner.name, i18n.language), amount })}
              </Typography>{' '}
              <Button
                size="small"
                aria-label={t('explainFor', { name: personName(entry.owner.name, i18n.language), amount })}
                onClick={() => setExplained(entry)}
              >
                {t('explain')}
              </Button>
            </Box>
          );
        })}
      </Box>
      {explained && (
        <Suspense fallback={null}>
          <ExplainDialog
            entry={{ id: explained.id, qrId: explained.qrId, commissionAmount: explained.amount, currency }}
            onClose={() => setExplained(null)}
          />
        </Suspense>
      )}
    </>
  );
}
