import { buttonClasses, iconButtonClasses } from '@mui/material';
import { createTheme, type Theme, type ThemeOptions } from '@mui/material/styles';
import { type ComponentProps, createElement } from 'react';

/**
 * In the light and the dark theme. lib/tokens.css has the same colours, which style pages without MUI: a spec compares them.
 * `-dark` is the stronger shade, which is the lighter one in the dark theme.
 */
const COLOURS = {
  primary: ['#1d6b57', '#7fcbb1'],
  'primary-dark': ['#144d3f', '#a8dfcb'],
  'primary-soft': ['#e4f0eb', '#1f3d33'],
  'on-primary': ['#ffffff', '#08201a'],
  accent: ['#96600a', '#e5b567'],
  'accent-dark': ['#7a4d06', '#f0cc8d'],
  'accent-soft': ['#fbf0da', '#3d2f14'],
  danger: ['#b3322b', '#ff9a91'],
  'danger-soft': ['#fbe9e7', '#47201d'],
  'on-danger': ['#ffffff', '#2b0907'],
  text: ['#18261f', '#e8efeb'],
  'text-soft': ['#55655d', '#a9b8b0'],
  line: ['#dfe5e1', '#33403a'],
  'neutral-soft': ['#eceeed', '#2b3530'],
  'chart-soft': ['#b9d8cc', '#3d6355'],
  surface: ['#ffffff', '#18211d'],
  page: ['#f5f7f4', '#0f1613'],
} as const;
export type Palette = Readonly<Record<keyof typeof COLOURS, string>>;

const paletteOf = (theme: 0 | 1) =>
  Object.fromEntries(Object.entries(COLOURS).map(([name, colours]) => [name, colours[theme]])) as Palette;
export const PALETTES = { light: paletteOf(0), dark: paletteOf(1) };

const LOADING = [buttonClasses.loading, iconButtonClasses.loading];

/**
 * The element of every button. A loading button is not disabled, because a disabled button loses the focus and Tab
 * passes over it. MUI ignores its presses all the same.
 */
function ButtonElement({ disabled, tabIndex, ...props }: ComponentProps<'button'> & { readonly href?: string }) {
  const isLoading = LOADING.some((name) => props.className?.includes(name));
  const element = props.href === undefined ? 'button' : 'a';
  return createElement(element, { ...props, ...(isLoading ? { 'aria-disabled': true } : { disabled, tabIndex }) });
}

/** Minimum touch target, CSS pixels. */
const TOUCH_TARGET = 44;

function scheme(palette: Palette) {
  const primary = {
    main: palette.primary,
    dark: palette['primary-dark'],
    light: palette['primary-soft'],
    contrastText: palette['on-primary'],
  };
  const accent = { main: palette.accent, dark: palette['accent-dark'], light: palette['accent-soft'] };
  return {
    palette: {
      primary,
      secondary: accent,
      error: { main: palette.danger, light: palette['danger-soft'], contrastText: palette['on-danger'] },
      success: { main: palette.primary, contrastText: palette['on-primary'] },
      warning: { main: palette.accent },
      info: { main: palette.primary, contrastText: palette['on-primary'] },
      text: { primary: palette.text, secondary: palette['text-soft'] },
      divider: palette.line,
      background: { default: palette.page, paper: palette.surface },
      Alert: {
        infoColor: palette.text,
        infoStandardBg: palette['primary-soft'],
        successColor: palette.text,
        successStandardBg: palette['primary-soft'],
        warningColor: palette.text,
        warningStandardBg: palette['accent-soft'],
        errorColor: palette.text,
        errorStandardBg: palette['danger-soft'],
      },
    },
  };
}

const BODY = { fontFamily: 'var(--font-body)', fontWeight: 400, fontSize: '1rem', lineHeight: 1.5 };

type OwnText = 'quiet' | 'note' | 'amount' | 'name';
declare module '@mui/material/styles' {
  interface TypographyVariantsOptions extends Partial<Record<OwnText, object>> {}
}
declare module '@mui/material/Typography' {
  interface TypographyPropsVariantOverrides extends Record<OwnText, true> {}
}

const LOOKS = {
  cssVariables: { colorSchemeSelector: 'data-theme' },
  colorSchemes: { light: scheme(PALETTES.light), dark: scheme(PALETTES.dark) },
  shape: { borderRadius: 10 },
  typography: {
    fontFamily: 'var(--font-body)',
    h1: { fontSize: '1.75rem', fontWeight: 700, letterSpacing: '-0.02em', lineHeight: 1.2 },
    h2: { fontSize: '1.125rem', fontWeight: 650, letterSpacing: '-0.01em', lineHeight: 1.3 },
    h3: { fontSize: '1rem', fontWeight: 600, lineHeight: 1.35 },
    subtitle1: { fontSize: '1rem', lineHeight: 1.5 },
    quiet: { ...BODY, fontSize: '0.875rem', lineHeight: 1.43, color: 'var(--colour-text-soft)' },
    note: { ...BODY, fontSize: '0.75rem', lineHeight: 1.66, color: 'var(--colour-text-soft)' },
    amount: { ...BODY, fontWeight: 700, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
    name: { ...BODY, fontWeight: 600, overflowWrap: 'anywhere' },
    button: { textTransform: 'none', fontWeight: 600 },
  },
  components: {
    MuiButton: {
      defaultProps: { disableElevation: true, component: ButtonElement },
      styleOverrides: { root: { minHeight: TOUCH_TARGET, borderRadius: 10, paddingInline: 16 } },
    },
    MuiIconButton: {
      defaultProps: { component: ButtonElement },
      styleOverrides: { root: { minWidth: TOUCH_TARGET, minHeight: TOUCH_TARGET } },
    },
    // MUI removes the minimum height of menu items on wide screens, which may be touch screens, too.
    MuiMenuItem: {
      styleOverrides: {
        root: {
          minHeight: TOUCH_TARGET,
          whiteSpace: 'normal',
          '@media (min-width:600px)': { minHeight: TOUCH_TARGET },
        },
      },
    },
    MuiListItemButton: { styleOverrides: { root: { minHeight: TOUCH_TARGET } } },
    // Names, addresses and ids may be one long word.
    MuiListItemText: { styleOverrides: { root: { overflowWrap: 'anywhere' } } },
    MuiTab: { styleOverrides: { root: { minHeight: TOUCH_TARGET, fontWeight: 600 } } },
    MuiCard: {
      defaultProps: { variant: 'outlined' },
      styleOverrides: { root: { borderRadius: 14, borderColor: 'var(--colour-line)' } },
    },
    // MUI lightens raised surfaces in the dark theme; ours are separated by borders.
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiDialog: {
      styleOverrides: {
        paper: { borderRadius: 16 },
        // Fixed at the top: a centred dialog would move under the pointer while its content loads.
        container: { '@media (min-width: 600px)': { alignItems: 'flex-start', paddingTop: '8vh' } },
      },
    },
    MuiDialogTitle: { styleOverrides: { root: { fontSize: '1.25rem', fontWeight: 650, letterSpacing: '-0.01em' } } },
    // MUI's grey has too little contrast on the page.
    MuiToggleButton: { styleOverrides: { root: { minHeight: TOUCH_TARGET, color: 'var(--colour-text-soft)' } } },
    // Space to tap around links in sentences. Inline, it moves nothing.
    MuiLink: { styleOverrides: { root: { paddingBlock: 12 } } },
    // A table is wide enough for its words, and scrolls sideways. Otherwise its columns squeeze names to the width of a letter.
    MuiTableCell: {
      styleOverrides: {
        root: { maxWidth: '20rem', overflowWrap: 'break-word', '& .MuiTypography-root': { overflowWrap: 'inherit' } },
      },
    },
    MuiChip: { styleOverrides: { root: { fontWeight: 600 } } },
    MuiTextField: { defaultProps: { fullWidth: true } },
    MuiTypography: { defaultProps: { variantMapping: { quiet: 'p', note: 'p', amount: 'p', name: 'p' } } },
    MuiTooltip: { defaultProps: { arrow: true } },
  },
} satisfies ThemeOptions;

/** With reduced motion nothing slides or fades, and spinners turn slowly. */
const STILL = {
  transitions: {
    create: () => 'none',
    duration: { shortest: 0, shorter: 0, short: 0, standard: 0, complex: 0, enteringScreen: 0, leavingScreen: 0 },
  },
  components: {
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiCircularProgress: {
      defaultProps: { disableShrink: true },
      // Overrides the rule in admin.css that ends all other animations.
      styleOverrides: { root: { animationDuration: '4s !important', animationIterationCount: 'infinite !important' } },
    },
  },
} satisfies ThemeOptions;

/** Light and dark in one theme; the page's `data-theme` selects one. */
export function createAppTheme({ reducedMotion }: { reducedMotion: boolean }): Theme {
  if (!reducedMotion) return createTheme(LOOKS);
  const components = { ...LOOKS.components, ...STILL.components };
  return createTheme({ ...LOOKS, transitions: STILL.transitions, components });
}
