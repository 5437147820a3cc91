import { Box, LinearProgress, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../kit/query-view.tsx';
import { useApi } from '../lib/use-api.ts';

export function Usage() {
  const { t } = useTranslation('subscription');
  const plan = useApi(calls.plan, {}, { staleTime: 0 });
  return (
    <QueryView query={plan}>
      {({ used, limits }) => (
        <Stack spacing={1.5} sx={{ mt: 2 }}>
          <Meter name={t('usage.sites')} used={used.sites} limit={limits.sites} />
          <Meter name={t('usage.activeQrs')} used={used.activeQrs} limit={limits.activeQrs} />
          <Meter name={t('usage.redemptions')} used={used.redemptionsThisMonth} limit={limits.redemptionsPerMonth} />
        </Stack>
      )}
    </QueryView>
  );
}

function Meter({ name, used, limit }: { name: string; used: number; limit: number | null }) {
  const { t } = useTranslation('subscription');
  const text = limit === null ? t('usage.unlimited', { used }) : t('usage.of', { used, limit });
  // After a downgrade the usage can exceed the limit.
  const full = limit !== null && used >= limit;
  return (
    <Box>
      <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 2 }}>
        <Typography variant="body2">{name}</Typography>
        <Typography variant="body2" sx={{ fontWeight: 600, color: full ? 'error.main' : 'text.primary' }}>
          {text}
        </Typography>
      </Stack>
      {limit !== null && (
        <LinearProgress
          variant="determinate"
          value={Math.min(100, (used / limit) * 100)}
          color={full ? 'error' : 'primary'}
          aria-label={`${name}: ${text}`}
          sx={{ height: 8, borderRadius: '4px', mt: 0.5 }}
        />
      )}
    </Box>
  );
}
