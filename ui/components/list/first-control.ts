/** What Tab would reach first in a row of a list. */
export const firstControl = (row: HTMLElement): HTMLElement | null => row.querySelector('button, a[href], input');
