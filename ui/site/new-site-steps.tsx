import Close from '@mui/icons-material/Close';
import { Box, Button, Card, IconButton, Stack, Typography } from '@mui/material';
import type { SiteAnswer } from '@perktree/contracts/site/calls';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

/** What comes after a site was created. */
export function NewSiteSteps(props: { site: SiteAnswer; onInvite: () => void; onDismiss: () => void }) {
  const { t } = useTranslation('sites');
  const id = useId();
  const { id: siteId, name } = props.site;
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: 2.5, mb: 2, borderColor: 'primary.main' }}>
      <Stack direction="row" spacing={1} sx={{ justifyContent: 'space-between', alignItems: 'flex-start' }}>
        <Box sx={{ minWidth: 0 }}>
          <Typography id={id} variant="h2" sx={{ overflowWrap: 'anywhere' }}>
            {t('next.title', { site: name })}
          </Typography>
          <Typography sx={{ color: 'text.secondary', mt: 0.5 }}>{t('next.text')}</Typography>
        </Box>
        <IconButton aria-label={t('next.dismiss')} onClick={props.onDismiss} edge="end">
          <Close />
        </IconButton>
      </Stack>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1.5} sx={{ mt: 2 }}>
        <Button component={Link} to={`/qr-management?site=${siteId}`} variant="contained">
          {t('next.createQr')}
        </Button>
        <Button variant="outlined" onClick={props.onInvite}>
          {t('next.inviteStaff')}
        </Button>
      </Stack>
    </Card>
  );
}
