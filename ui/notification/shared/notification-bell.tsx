import { Box } from '@mui/material';
import { lazy, Suspense } from 'react';

/** Loaded after the first paint; its space is reserved. */
const Bell = lazy(() => import('./bell.tsx'));

export function NotificationBell() {
  return (
    <Suspense fallback={<Box sx={{ width: 44, height: 44 }} />}>
      <Bell />
    </Suspense>
  );
}
