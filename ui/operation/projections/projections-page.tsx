import { Stack } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../kit/page-header.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { formatNumber } from '../../lib/format.ts';
import { CommandButton } from './command-button.tsx';
import { OperationPanel } from './operation-panel.tsx';
import { TableCard } from './table-card.tsx';
import { useProjections } from './use-projections.ts';

export default function ProjectionsPage() {
  const { t, i18n } = useTranslation('projections');
  const query = useProjections();
  const busy = query.data?.operation?.underWay ?? false;
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={query.data && t('head', { position: formatNumber(Number(query.data.head), i18n.language) })}
        actions={
          <>
            <CommandButton what="verify" name={null} disabled={busy} />
            <CommandButton what="rebuild" name={null} disabled={busy} />
          </>
        }
      />
      <QueryView query={query}>
        {({ tables, operation }) => (
          <Stack spacing={2}>
            {operation && <OperationPanel operation={operation} />}
            {tables
              .filter(({ serving }) => serving)
              .map((table) => (
                <TableCard
                  key={table.name}
                  table={table}
                  beside={tables.filter(({ name, serving }) => name === table.name && !serving)}
                  busy={busy}
                />
              ))}
          </Stack>
        )}
      </QueryView>
    </>
  );
}
