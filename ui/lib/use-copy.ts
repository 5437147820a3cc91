import { copyText } from './clipboard.ts';
import { useToast } from './toast.tsx';
import type { Toast } from './toast-text.ts';

/** Copies a text that may still be loading. Shows a toast for success or failure. */
export function useCopy(): (text: Promise<string> | string, done: Toast, failed: Toast) => Promise<void> {
  const toast = useToast();
  return (text, done, failed) =>
    copyText(text).then(
      () => toast(done),
      () => toast({ ...failed, variant: 'destructive' }),
    );
}
