import { buttonClasses, iconButtonClasses } from '@mui/material';
import { type ComponentProps, createElement } from 'react';

const LOADING = [buttonClasses.loading, iconButtonClasses.loading];

/**
 * The element of every button. A loading button is not disabled, because a disabled button loses the focus and Tab
 * passes over it. MUI ignores its presses all the same.
 */
export function ButtonElement({ disabled, tabIndex, ...props }: ComponentProps<'button'> & { readonly href?: string }) {
  const isLoading = LOADING.some((name) => props.className?.includes(name));
  const element = props.href === undefined ? 'button' : 'a';
  return createElement(element, { ...props, ...(isLoading ? { 'aria-disabled': true } : { disabled, tabIndex }) });
}
