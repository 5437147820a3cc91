import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { Button } from '@mui/material';
import { type CsvColumn, csvOf } from '@perktree/contracts/csv';
import { useTranslation } from 'react-i18next';
import { downloadText, fileNameOf } from '../lib/download.ts';

export function CsvButton<Row>(props: {
  what: string;
  name: readonly string[];
  columns: readonly CsvColumn<Row>[];
  rows: readonly Row[] | undefined;
}) {
  const { t } = useTranslation('common');
  const rows = props.rows ?? [];
  const download = () => {
    const today = new Date().toISOString().slice(0, 10);
    downloadText(csvOf(props.columns, rows), fileNameOf([...props.name, today], 'csv'), 'text/csv;charset=utf-8');
  };
  return (
    <Button
      startIcon={<FileDownloadOutlined />}
      disabled={rows.length === 0}
      aria-label={t('csv.label', { what: props.what })}
      onClick={download}
    >
      {t('csv.button')}
    </Button>
  );
}
