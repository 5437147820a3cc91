import DataObject from '@mui/icons-material/DataObject';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { Button, Stack } from '@mui/material';
import { type CsvColumn, csvOf } from '@perktree/contracts/csv';
import { useTranslation } from 'react-i18next';
import { csvFormat } from '../../lib/csv-format.ts';
import { downloadText, fileNameOf } from '../../lib/download.ts';

/** Downloads rows as `{name}-{today}.csv`, and the whole answer as `{name}.json`. */
export function DownloadButtons<Row>(props: {
  name: readonly [what: string, ...of: readonly string[]];
  columns: readonly CsvColumn<Row>[];
  rows: readonly Row[] | undefined;
  data: unknown;
}) {
  const { t, i18n } = useTranslation(['audit', 'common']);
  const { name, columns, rows = [], data } = props;
  const [what] = name;
  const saveCsv = () => {
    const today = new Date().toISOString().slice(0, 10);
    downloadText(
      csvOf(columns, rows, csvFormat(i18n.language)),
      fileNameOf([...name, today], 'csv'),
      'text/csv;charset=utf-8',
    );
  };
  const saveJson = () => downloadText(JSON.stringify(data, null, 2), fileNameOf(name, 'json'), 'application/json');
  return (
    <Stack direction="row">
      <Button
        startIcon={<FileDownloadOutlined />}
        disabled={rows.length === 0}
        aria-label={t('common:csv.label', { what })}
        onClick={saveCsv}
      >
        {t('common:csv.button')}
      </Button>
      <Button
        startIcon={<DataObject />}
        disabled={data === undefined}
        aria-label={t('json.label', { what })}
        onClick={saveJson}
      >
        {t('json.button')}
      </Button>
    </Stack>
  );
}
