/** The first element in a row that Tab can reach. */
export const firstControl = (row: HTMLElement): HTMLElement | null => row.querySelector('button, a[href], input');
