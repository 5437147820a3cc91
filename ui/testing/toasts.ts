import { expect } from 'vitest';

/** What the toast on the page says; null without a toast. */
export function shownToast() {
  const toast = document.querySelector('.toast');
  if (toast === null) return null;
  return {
    title: toast.querySelector('.toast-title')?.textContent,
    text: toast.querySelector('.toast-description')?.textContent ?? null,
    isFailure: toast.classList.contains('toast-destructive'),
  };
}

/** Waits for exactly this toast. @param text null: the toast has a title alone */
export async function seeToast(title: string, text: string | null, { isFailure = false } = {}): Promise<void> {
  await expect.poll(shownToast).toEqual({ title, text, isFailure });
  expect(document.querySelectorAll('.toast')).toHaveLength(1);
}
