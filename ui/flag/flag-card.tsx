import ExpandMore from '@mui/icons-material/ExpandMore';
import { Box, Button, Card, Collapse, List, ListItem, ListItemText, Stack, Typography } from '@mui/material';
import type { FlagAnswer } from '@perktree/contracts/flag/calls';
import { joined } from '@perktree/contracts/kernel/isolated';
import { personName } from '@perktree/contracts/kernel/person-name';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { StatusBadge } from '../kit/status-badge.tsx';
import { useAuth } from '../lib/auth.tsx';
import { formatDateTime, formatMoney } from '../lib/format.ts';
import { useReasonOf, useSubjectOf } from './flag-words.ts';
import { ReviewDialog } from './review-dialog.tsx';

export function FlagCard({ flag, siteId }: { flag: FlagAnswer; siteId: string }) {
  const { t, i18n } = useTranslation('flags');
  const subjectOf = useSubjectOf();
  const reasonOf = useReasonOf();
  const [open, setOpen] = useState(false);
  const [isReviewing, setIsReviewing] = useState(false);
  const left = flag.redemptions - (flag.review?.redemptions ?? 0);
  const id = useId();
  const isOwner = useAuth().role === 'site_owner';
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
        <StatusBadge
          tone={left > 0 ? 'warning' : 'quiet'}
          label={joined([t('redemptions', { count: flag.redemptions }), ...(left > 0 ? [] : [t('review.done')])])}
        />
      </Stack>
      <Typography sx={{ fontWeight: 600, mt: 1, overflowWrap: 'anywhere' }}>{subjectOf(flag)}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
        {reasonOf(flag.kind)}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
        {t('seen', { first: time(flag.firstSeenAt), last: time(flag.lastSeenAt) })}
      </Typography>
      {flag.review && <Review review={flag.review} left={left} time={time} />}
      <Button
        aria-expanded={open}
        aria-controls={`${id}-evidence`}
        endIcon={<ExpandMore sx={open ? { transform: 'rotate(180deg)' } : {}} />}
        onClick={() => setOpen(!open)}
        sx={{ ml: -2, mt: 1 }}
      >
        {t(open ? 'evidence.hide' : 'evidence.show')}
      </Button>
      {isOwner && (
        <Button
          aria-label={t('review.openFor', { flag: `${t(`kind.${flag.kind}.title`)}: ${subjectOf(flag)}` })}
          onClick={() => setIsReviewing(true)}
          sx={{ ml: 1, mt: 1 }}
        >
          {t(left > 0 ? 'review.open' : 'review.again')}
        </Button>
      )}
      {isReviewing && <ReviewDialog flag={flag} siteId={siteId} onClose={() => setIsReviewing(false)} />}
      <Box id={`${id}-evidence`}>
        <Collapse in={open} unmountOnExit>
          <Evidence flag={flag} siteId={siteId} time={time} />
        </Collapse>
      </Box>
    </Card>
  );
}

function Review(props: {
  review: NonNullable<FlagAnswer['review']>;
  /** How many redemptions came since. */
  left: number;
  time: (iso: string) => string;
}) {
  const { t, i18n } = useTranslation('flags');
  const { review, left, time } = props;
  return (
    <Box sx={{ mt: 1.5, pl: 1.5, borderLeft: 3, borderColor: 'divider' }}>
      <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {t('review.by', { name: personName(review.by.name, i18n.language), when: time(review.at) })}
      </Typography>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
        {review.reason ?? t('review.erased')}
      </Typography>
      {left > 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('review.since', { count: left })}
        </Typography>
      )}
    </Box>
  );
}

type Sale = FlagAnswer['evidence'][number]['sale'];

function Evidence(props: { flag: FlagAnswer; siteId: string; time: (iso: string) => string }) {
  const { t, i18n } = useTranslation('flags');
  const { flag, siteId, time } = props;
  const { role } = useAuth();
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
                saleOf(redemption.sale),
                ...(redemption.reversal ? [t(`evidence.${redemption.reversal}`)] : []),
              ])}
            />
            {role === 'site_owner' && (
              <Button
                component={Link}
                to={`/sites/${siteId}/redemptions?redemption=${redemption.redemptionId}`}
                aria-label={t('evidence.openFor', {
                  name: personName(redemption.customer.name, i18n.language),
                  when: time(redemption.redeemedAt),
                })}
                sx={{ flex: 'none' }}
              >
                {t('evidence.open')}
              </Button>
            )}
          </ListItem>
        ))}
      </List>
    </>
  );
}
