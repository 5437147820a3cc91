import { ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { setLanguage } from '../lib/i18n.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../lib/public/languages.ts';

export function LanguageChoice() {
  const { t, i18n } = useTranslation('common');
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={i18n.language}
      aria-label={t('userMenu.language')}
      onChange={(_, language: Language | null) => language && void setLanguage(language)}
    >
      {LANGUAGES.map((language) => (
        <ToggleButton
          key={language}
          value={language}
          lang={language}
          sx={{ minHeight: 44, px: 2, textTransform: 'none' }}
        >
          {LANGUAGE_NAMES[language]}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
