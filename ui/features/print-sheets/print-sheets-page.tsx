import { Box, Button, MenuItem, Stack, TextField } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import type { QrAnswer } from '@perktree/contracts/http/qrs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { useOwnQrs } from '../../components/use-own-qrs.ts';
import { useAuth } from '../../lib/auth.tsx';
import { useApiList } from '../../lib/use-api.ts';
import { QrChoice } from './qr-choice.tsx';
import { LABEL_SIZES, type LabelSize, PAPERS, type Paper } from './sheet-layout.ts';
import { type SheetFormat, usePrintSheet } from './use-print-sheet.ts';

/** Sheets of customer codes to print: of a site (`?site=`) for its owner, of the QRs they have claimed for distributors. */
export default function PrintSheetsPage() {
  const { t } = useTranslation('print-sheets');
  const [query] = useSearchParams();
  const siteId = query.get('site') ?? '';
  const asDistributor = useAuth().role === 'distributor';
  const own = useOwnQrs(asDistributor);
  const ofSite = useApiList(calls.listQrs, { params: { siteId } }, { enabled: !asDistributor && siteId !== '' });
  const back = asDistributor || siteId === '' ? '/qr-management' : `/qr-management?site=${encodeURIComponent(siteId)}`;
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <Button component={Link} to={back} variant="outlined">
            {t('back')}
          </Button>
        }
      />
      {!asDistributor && siteId === '' ? (
        <EmptyState title={t('noSite')} text={t('noSiteText')} />
      ) : (
        <QueryView query={asDistributor ? own : ofSite}>
          {(qrs) => (qrs.length === 0 ? <EmptyState title={t('empty')} /> : <Sheet qrs={qrs} />)}
        </QueryView>
      )}
    </>
  );
}

function Sheet({ qrs }: { qrs: readonly QrAnswer[] }) {
  const { t } = useTranslation('print-sheets');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [paper, setPaper] = useState<Paper>('A4');
  const [size, setSize] = useState<LabelSize>('small');
  const sheet = usePrintSheet();
  const picked = qrs.filter(({ id }) => chosen.has(id));
  const save = (format: SheetFormat) => sheet.mutate({ qrs: picked, paper, size, format });
  return (
    <Box
      sx={{
        display: 'grid',
        gap: { xs: 2, sm: 3 },
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 360px' },
      }}
    >
      <Panel title={t('choose')}>
        <QrChoice qrs={qrs} chosen={chosen} onChange={setChosen} />
      </Panel>
      <Panel title={t('sheet')}>
        <Stack spacing={2.5}>
          <TextField select label={t('paper')} value={paper} onChange={(e) => setPaper(e.target.value as Paper)}>
            {Object.keys(PAPERS).map((name) => (
              <MenuItem key={name} value={name}>
                {t(`papers.${name as Paper}`)}
              </MenuItem>
            ))}
          </TextField>
          <TextField select label={t('size')} value={size} onChange={(e) => setSize(e.target.value as LabelSize)}>
            {Object.keys(LABEL_SIZES).map((name) => (
              <MenuItem key={name} value={name}>
                {t(`sizes.${name as LabelSize}`)}
              </MenuItem>
            ))}
          </TextField>
          {(['pdf', 'svg'] as const).map((format) => (
            <Button
              key={format}
              variant={format === 'pdf' ? 'contained' : 'outlined'}
              disabled={picked.length === 0 || sheet.isPending}
              loading={sheet.isPending && sheet.variables.format === format}
              onClick={() => save(format)}
            >
              {t(`download.${format}`)}
            </Button>
          ))}
        </Stack>
      </Panel>
    </Box>
  );
}
