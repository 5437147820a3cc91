import { createTheme } from '@mui/material/styles';

/** The same colours as lib/tokens.css, which styles what has no MUI; a spec compares the two. */
export const PALETTE = {
  primary: '#1d6b57',
  'primary-dark': '#144d3f',
  'primary-soft': '#e4f0eb',
  accent: '#96600a',
  'accent-soft': '#fbf0da',
  danger: '#b3322b',
  'danger-soft': '#fbe9e7',
  text: '#18261f',
  'text-soft': '#55655d',
  line: '#dfe5e1',
  surface: '#ffffff',
  page: '#f5f7f4',
} as const;

/** Smallest height and width of what a finger has to hit, in CSS pixels. */
export const TOUCH_TARGET = 44;

export const theme = createTheme({
  cssVariables: true,
  palette: {
    primary: { main: PALETTE.primary, dark: PALETTE['primary-dark'], light: PALETTE['primary-soft'] },
    secondary: { main: PALETTE.accent, light: PALETTE['accent-soft'] },
    error: { main: PALETTE.danger, light: PALETTE['danger-soft'] },
    success: { main: PALETTE.primary },
    warning: { main: PALETTE.accent },
    info: { main: PALETTE.primary },
    text: { primary: PALETTE.text, secondary: PALETTE['text-soft'] },
    divider: PALETTE.line,
    background: { default: PALETTE.page, paper: PALETTE.surface },
  },
  shape: { borderRadius: 10 },
  typography: {
    fontFamily: 'var(--font-body)',
    h1: { fontSize: '1.75rem', fontWeight: 700, letterSpacing: '-0.02em', lineHeight: 1.2 },
    h2: { fontSize: '1.125rem', fontWeight: 650, letterSpacing: '-0.01em', lineHeight: 1.3 },
    h3: { fontSize: '1rem', fontWeight: 600, lineHeight: 1.35 },
    subtitle1: { fontSize: '1rem', lineHeight: 1.5 },
    button: { textTransform: 'none', fontWeight: 600 },
  },
  components: {
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: { root: { minHeight: TOUCH_TARGET, borderRadius: 10, paddingInline: 16 } },
    },
    MuiIconButton: { styleOverrides: { root: { minWidth: TOUCH_TARGET, minHeight: TOUCH_TARGET } } },
    MuiMenuItem: { styleOverrides: { root: { minHeight: TOUCH_TARGET } } },
    MuiListItemButton: { styleOverrides: { root: { minHeight: TOUCH_TARGET } } },
    MuiTab: { styleOverrides: { root: { minHeight: TOUCH_TARGET, fontWeight: 600 } } },
    MuiCard: {
      defaultProps: { variant: 'outlined' },
      styleOverrides: { root: { borderRadius: 14, borderColor: PALETTE.line } },
    },
    MuiDialog: { styleOverrides: { paper: { borderRadius: 16 } } },
    MuiDialogTitle: { styleOverrides: { root: { fontSize: '1.25rem', fontWeight: 650, letterSpacing: '-0.01em' } } },
    MuiChip: { styleOverrides: { root: { fontWeight: 600 } } },
    MuiTextField: { defaultProps: { fullWidth: true } },
    MuiTooltip: { defaultProps: { enterDelay: 700, enterNextDelay: 300, arrow: true } },
  },
});
