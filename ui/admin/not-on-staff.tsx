import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import { useToast } from '../lib/toast.tsx';

export function NotOnStaff({ otherwise }: { otherwise: string }) {
  const { t } = useTranslation('common');
  const toast = useToast();
  useEffect(() => {
    toast({ title: t('notOnStaff.title'), description: t('notOnStaff.text'), variant: 'destructive' });
  }, [t, toast]);
  return <Navigate to={otherwise} replace />;
}
