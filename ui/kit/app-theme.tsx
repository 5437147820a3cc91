import { CssBaseline, useMediaQuery } from '@mui/material';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { THEME_KEY } from '../lib/theme-choice.ts';
import { createAppTheme } from './theme.ts';

const MOVING = createAppTheme({ reducedMotion: false });
const STILL = createAppTheme({ reducedMotion: true });

export function AppTheme({ children }: { children: ReactNode }) {
  const reducedMotion = useMediaQuery('(prefers-reduced-motion: reduce)', { noSsr: true });
  return (
    <ThemeProvider theme={reducedMotion ? STILL : MOVING} defaultMode="system" modeStorageKey={THEME_KEY} noSsr>
      <CssBaseline />
      {children}
    </ThemeProvider>
  );
}
