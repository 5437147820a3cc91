import DataObject from '@mui/icons-material/DataObject';
import PictureAsPdfOutlined from '@mui/icons-material/PictureAsPdfOutlined';
import { Box, Button, Stack, TextField, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { fileName } from '@perktree/contracts/kernel/file-name';
import { canonicalJson } from '@perktree/contracts/kernel/strict-json';
import { dayIn } from '@perktree/contracts/kernel/time-zone';
import type { StatementAnswer } from '@perktree/contracts/statement/calls';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { RequestedFile } from '../../kit/files.tsx';
import { ErrorNotice, Panel } from '../../kit/page.tsx';
import { useTimeZone } from '../../kit/use-site.ts';
import { callApi, isFileRequested } from '../../lib/api.ts';
import { type Days, timeOf } from '../../lib/days.ts';
import { downloadText, downloadUrl } from '../../lib/download.ts';
import { serverNow } from '../../lib/public/time.ts';
import { useLocale } from '../../lib/use-locale.ts';

function thisMonth(timeZone: string): Days {
  const today = dayIn(timeZone, serverNow());
  return { from: `${today.slice(0, 7)}-01`, to: today };
}

/**
 * Creates a statement of a site or, without `site`, of the signed-in distributor. The JSON and PDF come from one
 * answer, so that they match.
 */
export function StatementPanel(props: {
  site?: { readonly id: string; readonly name: string; readonly timeZone: string };
  /** The first chosen days, where it has both ends. Left out: the month so far. */
  period?: Days;
}) {
  const { t, language } = useLocale('statement');
  const { site, period } = props;
  const timeZone = useTimeZone(site);
  const [chosen, setDays] = useState<Days | null>(period?.from && period.to ? period : null);
  const [predecessor, setPredecessor] = useState('');
  const days = chosen ?? thisMonth(timeZone);
  const make = useMutation({
    mutationFn: () => {
      const before = predecessor.trim();
      const query = { ...timeOf(days, timeZone), timeZone, language, ...(before !== '' && { predecessor: before }) };
      return site
        ? callApi(calls.siteStatement, { params: { siteId: site.id }, query })
        : callApi(calls.ownStatement, { query });
    },
  });
  const change = (end: keyof Days, day: string) => {
    setDays({ ...days, [end]: day });
    make.reset();
  };
  return (
    <Panel title={t('title')} subtitle={site ? t('subtitleSite') : t('subtitleOwn')}>
      <Stack
        component="form"
        noValidate
        spacing={2}
        onSubmit={(event) => {
          event.preventDefault();
          make.mutate();
        }}
      >
        <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1.5}>
          {(['from', 'to'] as const).map((end) => (
            <TextField
              key={end}
              type="date"
              label={t(end)}
              value={days[end]}
              onChange={(event) => change(end, event.target.value)}
              slotProps={{ inputLabel: { shrink: true } }}
            />
          ))}
        </Stack>
        <TextField
          label={t('predecessor')}
          helperText={t('predecessorHelp')}
          value={predecessor}
          onChange={(event) => {
            setPredecessor(event.target.value);
            make.reset();
          }}
        />
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('zone', { zone: timeZone })}
        </Typography>
        <Button type="submit" variant="contained" loading={make.isPending} sx={{ alignSelf: 'flex-start' }}>
          {t('make')}
        </Button>
      </Stack>
      <Box sx={{ mt: make.isIdle ? 0 : 2 }}>
        {make.isError && <ErrorNotice error={make.error} title={t('failed')} onRetry={() => make.mutate()} />}
        {make.data &&
          (isFileRequested(make.data) ? (
            <RequestedFile fileId={make.data.file.id} />
          ) : (
            <Made answer={make.data} name={[site?.name, t('title'), days.from, days.to]} />
          ))}
      </Box>
    </Panel>
  );
}

function Made({ answer, name }: { answer: StatementAnswer; name: readonly (string | undefined)[] }) {
  const { t } = useLocale('statement');
  const { statement, fingerprint, pdf } = answer;
  const saveFile = () => downloadText(`${canonicalJson(statement)}\n`, fileName(name, 'json'), 'application/json');
  const count = statement.totals.reduce((sum, { entries }) => sum + entries, 0);
  const savePdf = () => downloadUrl(`data:application/pdf;base64,${pdf}`, fileName(name, 'pdf'));
  return (
    <Stack spacing={1.5}>
      <Typography role="status">{t('made', { count })}</Typography>
      {statement.until !== null && <Typography>{t('notFinal', { position: statement.until })}</Typography>}
      <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
        <Button startIcon={<PictureAsPdfOutlined />} onClick={savePdf} aria-label={t('pdfLabel')}>
          PDF
        </Button>
        <Button startIcon={<DataObject />} onClick={saveFile} aria-label={t('jsonLabel')}>
          JSON
        </Button>
      </Stack>
      <Typography variant="quiet">{t('check', { fingerprint })}</Typography>
    </Stack>
  );
}
