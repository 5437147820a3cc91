import DataObject from '@mui/icons-material/DataObject';
import { Button } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { downloadText, fileNameOf } from '../../lib/download.ts';

export function JsonButton(props: { what: string; name: readonly string[]; data: unknown }) {
  const { t } = useTranslation('audit');
  const save = () =>
    downloadText(JSON.stringify(props.data, null, 2), fileNameOf(props.name, 'json'), 'application/json');
  return (
    <Button
      startIcon={<DataObject />}
      disabled={props.data === undefined}
      aria-label={t('json.label', { what: props.what })}
      onClick={save}
    >
      {t('json.button')}
    </Button>
  );
}
