import { Alert, AlertTitle, Box, Button, Stack } from '@mui/material';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditConflict } from '../../lib/forms/use-edit-form.ts';

export interface FieldWords {
  label(field: string): string;
  /** A value as the form shows it. Undefined: as any value of its kind. */
  text?(field: string, value: unknown): string | undefined;
}

/** Shows what another person has changed meanwhile beside one's own values, and lets the person choose. */
export function EditedMeanwhile({ conflict, words }: { conflict: EditConflict | null; words: FieldWords }) {
  // Its texts are loaded when they are needed. The form stays in sight meanwhile.
  return <Suspense fallback={null}>{conflict && <Values conflict={conflict} words={words} />}</Suspense>;
}

function Values({ conflict, words }: { conflict: EditConflict; words: FieldWords }) {
  const { t } = useTranslation('edits');
  const plain = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return t('empty');
    if (typeof value === 'boolean') return t(value ? 'on' : 'off');
    if (Array.isArray(value)) return value.map(plain).join(', ');
    return typeof value === 'object' ? Object.values(value).map(plain).join(', ') : String(value);
  };
  const text = (field: string, value: unknown) => words.text?.(field, value) ?? plain(value);
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      <AlertTitle>{t('title')}</AlertTitle>
      {t('text')}
      <Box component="dl" sx={{ my: 1.5, '& dt': { fontWeight: 600 }, '& dd': { m: 0, overflowWrap: 'anywhere' } }}>
        {conflict.fields.map(({ field, current, own }) => (
          <Box key={field} sx={{ mb: 1 }}>
            <dt>{words.label(field)}</dt>
            <dd>{t('current', { value: text(field, current) })}</dd>
            <dd>{t('own', { value: text(field, own) })}</dd>
          </Box>
        ))}
      </Box>
      <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
        <Button variant="outlined" color="inherit" onClick={conflict.takeCurrent}>
          {t('take')}
        </Button>
        <Button variant="outlined" color="inherit" onClick={conflict.keepOwn}>
          {t('keep')}
        </Button>
      </Stack>
    </Alert>
  );
}
