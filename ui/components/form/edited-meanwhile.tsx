import { Alert, AlertTitle, Box, Button, Stack } from '@mui/material';
import { useTranslation } from 'react-i18next';
import type { EditConflict } from '../../lib/forms/use-edit-form.ts';

export interface FieldWords {
  label(field: string): string;
  /** A value as the form shows it. Undefined: as any value of its kind. */
  text?(field: string, value: unknown): string | undefined;
}

/** Shows what another person has changed meanwhile beside one's own values, and lets the person choose. */
export function EditedMeanwhile({ conflict, words }: { conflict: EditConflict | null; words: FieldWords }) {
  const { t } = useTranslation('common');
  if (conflict === null) return null;
  const plain = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return t('editedMeanwhile.empty');
    if (typeof value === 'boolean') return t(value ? 'editedMeanwhile.on' : 'editedMeanwhile.off');
    if (Array.isArray(value)) return value.map(plain).join(', ');
    return typeof value === 'object' ? Object.values(value).map(plain).join(', ') : String(value);
  };
  const text = (field: string, value: unknown) => words.text?.(field, value) ?? plain(value);
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      <AlertTitle>{t('editedMeanwhile.title')}</AlertTitle>
      {t('editedMeanwhile.text')}
      <Box component="dl" sx={{ my: 1.5, '& dt': { fontWeight: 600 }, '& dd': { m: 0, overflowWrap: 'anywhere' } }}>
        {conflict.fields.map(({ field, current, own }) => (
          <Box key={field} sx={{ mb: 1 }}>
            <dt>{words.label(field)}</dt>
            <dd>{t('editedMeanwhile.current', { value: text(field, current) })}</dd>
            <dd>{t('editedMeanwhile.own', { value: text(field, own) })}</dd>
          </Box>
        ))}
      </Box>
      <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
        <Button variant="outlined" color="inherit" onClick={conflict.takeCurrent}>
          {t('editedMeanwhile.take')}
        </Button>
        <Button variant="outlined" color="inherit" onClick={conflict.keepOwn}>
          {t('editedMeanwhile.keep')}
        </Button>
      </Stack>
    </Alert>
  );
}
