import ExpandMore from '@mui/icons-material/ExpandMore';
import { Box, Button, Card, Collapse, List, ListItem, ListItemText, Stack, Typography } from '@mui/material';
import type { FlagAnswer } from '@perktree/contracts/http/flags';
import { joined } from '@perktree/contracts/isolated';
import { personName } from '@perktree/contracts/person-name';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../components/status-badge.tsx';
import { formatDateTime, formatMoney } from '../../lib/format.ts';
import { useReasonOf, useSubjectOf } from './flag-words.ts';

export function FlagCard({ flag }: { flag: FlagAnswer }) {
  const { t, i18n } = useTranslation('flags');
  const subjectOf = useSubjectOf();
  const reasonOf = useReasonOf();
  const [open, setOpen] = useState(false);
  const id = useId();
  const time = (iso: string) => formatDateTime(iso, i18n.language);
  return (
    <Card component="article" aria-labelledby={`${id}-title`} sx={{ p: { xs: 2, sm: 3 } }}>
      <Stack
        direction="row"
        spacing={1}
        useFlexGap
        sx={{ alignItems: 'flex-start', justifyContent: 'space-between', flexWrap: 'wrap' }}
      >
        <Typography id={`${id}-title`} variant="h2">
          {t(`kind.${flag.kind}.title`)}
        </Typography>
        <StatusBadge tone="warning" label={t('redemptions', { count: flag.redemptions })} />
      </Stack>
      <Typography sx={{ fontWeight: 600, mt: 1, overflowWrap: 'anywhere' }}>{subjectOf(flag)}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
        {reasonOf(flag.kind)}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
        {t('seen', { first: time(flag.firstSeenAt), last: time(flag.lastSeenAt) })}
      </Typography>
      <Button
        aria-expanded={open}
        aria-controls={`${id}-evidence`}
        endIcon={<ExpandMore sx={open ? { transform: 'rotate(180deg)' } : {}} />}
        onClick={() => setOpen(!open)}
        sx={{ ml: -2, mt: 1 }}
      >
        {t(open ? 'evidence.hide' : 'evidence.show')}
      </Button>
      <Box id={`${id}-evidence`}>
        <Collapse in={open} unmountOnExit>
          <Evidence flag={flag} time={time} />
        </Collapse>
      </Box>
    </Card>
  );
}

type Sale = NonNullable<FlagAnswer['evidence'][number]['sale']>;

function Evidence({ flag, time }: { flag: FlagAnswer; time: (iso: string) => string }) {
  const { t, i18n } = useTranslation('flags');
  const saleOf = ({ amount, usual, currency }: Sale) => {
    const money = (sum: string) => formatMoney(sum, currency, i18n.language);
    return usual === null ? money(amount) : t('evidence.sale', { amount: money(amount), usual: money(usual) });
  };
  return (
    <>
      {flag.evidence.length < flag.redemptions && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('evidence.newest', { count: flag.evidence.length })}
        </Typography>
      )}
      <List disablePadding>
        {flag.evidence.map((redemption, i) => (
          <ListItem key={redemption.redemptionId} disableGutters divider={i < flag.evidence.length - 1}>
            <ListItemText
              primary={personName(redemption.customer.name, i18n.language)}
              secondary={joined([
                time(redemption.redeemedAt),
                redemption.staff
                  ? t('evidence.staff', { name: personName(redemption.staff.name, i18n.language) })
                  : t('evidence.alone'),
                ...(redemption.sale ? [saleOf(redemption.sale)] : []),
              ])}
            />
          </ListItem>
        ))}
      </List>
    </>
  );
}
