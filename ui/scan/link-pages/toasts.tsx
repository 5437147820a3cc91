import ToastArea from '../../lib/toast-area.tsx';
import { createToastStore } from '../../lib/toast-store.ts';
import { useWords } from './cards.tsx';

/** The toasts of the page. Import it after the first tap only: the script before it has a budget. */
export const toasts = createToastStore();

export default function Toasts({ takesFocus }: { takesFocus: boolean }) {
  const { t } = useWords();
  return <ToastArea store={toasts} label={t('notifications')} closeLabel={t('close')} takesFocus={takesFocus} />;
}
