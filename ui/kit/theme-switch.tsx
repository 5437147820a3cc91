import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import LightModeOutlined from '@mui/icons-material/LightModeOutlined';
import SettingsBrightnessOutlined from '@mui/icons-material/SettingsBrightnessOutlined';
import { ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useColorScheme } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { saveTheme, THEME_CHOICES, type ThemeChoice } from '../lib/theme-choice.ts';

const ICONS = { light: LightModeOutlined, dark: DarkModeOutlined, system: SettingsBrightnessOutlined };

export function ThemeSwitch() {
  const { t } = useTranslation('common');
  const { mode, setMode } = useColorScheme();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={mode ?? 'system'}
      aria-label={t('theme.label')}
      onChange={(_, choice: ThemeChoice | null) => {
        if (choice === null) return;
        setMode(choice);
        saveTheme(choice);
      }}
    >
      {THEME_CHOICES.map((choice) => {
        const Icon = ICONS[choice];
        return (
          <ToggleButton
            key={choice}
            value={choice}
            sx={{ minHeight: 44, px: { xs: 1.5, sm: 2 }, gap: 1, textTransform: 'none' }}
          >
            <Icon aria-hidden="true" fontSize="small" sx={{ display: { xs: 'none', sm: 'block' } }} />
            {t(`theme.${choice}`)}
          </ToggleButton>
        );
      })}
    </ToggleButtonGroup>
  );
}
