import Check from '@mui/icons-material/Check';
import { Button, Card, Chip, List, ListItem, ListItemIcon, ListItemText, Stack, Typography } from '@mui/material';
import type { Plan } from '@perktree/contracts/subscription/plans';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../lib/format.ts';
import type { Subscribe } from './use-subscribe.ts';

const POPULAR = 'pro';

export function PlanCard(props: { plan: Plan; isCurrent: boolean; subscribe: Subscribe; onDowngrade: () => void }) {
  const { plan, isCurrent, subscribe, onDowngrade } = props;
  const { t, i18n } = useTranslation('subscription');
  const { priceId } = plan;
  const popular = plan.id === POPULAR;
  const features = t(`plan.${plan.id}.features`, { returnObjects: true }) as string[];
  return (
    <Card
      component="section"
      aria-label={plan.name}
      sx={{
        p: { xs: 2.5, sm: 3 },
        display: 'flex',
        flexDirection: 'column',
        ...(popular ? { borderColor: 'primary.main', boxShadow: '0 0 0 1px var(--colour-primary)' } : {}),
      }}
    >
      <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', minHeight: 32 }}>
        <Typography variant="h2">{plan.name}</Typography>
        {popular && <Chip size="small" color="primary" label={t('popular')} />}
      </Stack>
      <Typography component="p" sx={{ fontSize: '2rem', fontWeight: 700, letterSpacing: '-0.02em', mt: 1 }}>
        {formatMoney(plan.price.toFixed(2), 'EUR', i18n.language)}
        <Typography component="span" sx={{ color: 'text.secondary' }}>
          {' '}
          {t('perMonth')}
        </Typography>
      </Typography>
      <Typography sx={{ color: 'text.secondary' }}>{t(`plan.${plan.id}.description`)}</Typography>
      <List dense sx={{ flex: 1, my: 1 }}>
        {features.map((feature) => (
          <ListItem key={feature} disableGutters alignItems="flex-start">
            <ListItemIcon sx={{ minWidth: 30, mt: 0.5, color: 'primary.main' }}>
              <Check fontSize="small" />
            </ListItemIcon>
            <ListItemText primary={feature} />
          </ListItem>
        ))}
      </List>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
        {t(`plan.${plan.id}.limitations`)}
      </Typography>
      <Button
        variant={popular ? 'contained' : 'outlined'}
        size="large"
        loading={priceId !== null && subscribe.priceId === priceId}
        disabled={isCurrent || subscribe.pending}
        onClick={() => (priceId === null ? onDowngrade() : subscribe.start(priceId))}
      >
        {isCurrent ? t('currentPlan') : t(`plan.${plan.id}.button`)}
      </Button>
    </Card>
  );
}
