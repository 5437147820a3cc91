import { useTranslation } from 'react-i18next';
import { EmptyState } from '../empty-state.tsx';

export function NothingFound() {
  const { t } = useTranslation('list');
  return <EmptyState title={t('none')} text={t('noneText')} />;
}
