import { List, ListItem, ListItemText } from '@mui/material';
import { benefitLabel } from '@perktree/contracts/benefit-label';
import type { CsvColumn } from '@perktree/contracts/csv';
import type { CallAnswer } from '@perktree/contracts/http/call';
import { calls } from '@perktree/contracts/http/calls';
import { personName } from '@perktree/contracts/person-name';
import { useTranslation } from 'react-i18next';
import { CsvButton } from '../../components/csv-button.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { ShownOnly } from '../../components/shown-only.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { useApi } from '../../lib/use-api.ts';

type ValidationAnswer = CallAnswer<typeof calls.validations>[number];

/** As many as the call answers. */
const SHOWN = 20;

/** The newest validations; while there are none, the specification's sample row, marked as a sample (domain.md 13). */
export function RecentValidations() {
  const { t, i18n } = useTranslation('staff-validation');
  const validations = useApi(calls.validations, {});
  const status = (text: string) => t(`recent.status.${text.toLowerCase()}`, { defaultValue: text });
  const columns: readonly CsvColumn<ValidationAnswer>[] = [
    { title: t('csv.redemption'), value: (row) => row.redemptionId },
    { title: t('csv.benefit'), value: (row) => benefitLabel(row.benefit, i18n.language) },
    { title: t('csv.customer'), value: (row) => personName(row.customerName, i18n.language) },
    { title: t('csv.confirmedAt'), value: (row) => row.confirmedAt },
    { title: t('csv.status'), value: (row) => status(row.status) },
  ];
  return (
    <Panel
      title={t('recent.title')}
      action={
        <CsvButton what={t('recent.title')} name={[t('recent.title')]} columns={columns} rows={validations.data} />
      }
    >
      <ShownOnly shown={validations.data?.length ?? 0} most={SHOWN} />
      <QueryView query={validations}>
        {(rows) => (
          <List disablePadding>
            {rows.length === 0 && (
              <ListItem disableGutters sx={{ gap: 1.5 }}>
                <ListItemText primary="20% Summer Discount" secondary={t('recent.sample')} />
                <StatusBadge tone="quiet" label={t('recent.status.confirmed')} />
              </ListItem>
            )}
            {rows.map((row, i) => (
              <ListItem key={row.redemptionId} disableGutters divider={i < rows.length - 1} sx={{ gap: 1.5 }}>
                <ListItemText
                  primary={benefitLabel(row.benefit, i18n.language)}
                  secondary={`${personName(row.customerName, i18n.language)} · ${formatDateTime(row.confirmedAt, i18n.language)}`}
                  slotProps={{ primary: { sx: { fontWeight: 600, overflowWrap: 'anywhere' } } }}
                />
                <StatusBadge
                  tone={row.status.toLowerCase() === 'reversed' ? 'bad' : 'good'}
                  label={status(row.status)}
                />
              </ListItem>
            ))}
          </List>
        )}
      </QueryView>
    </Panel>
  );
}
