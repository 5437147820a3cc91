import { Box } from '@mui/material';
import { lazy, Suspense } from 'react';

/** Not among what the first picture waits for; its place is kept free. */
const Bell = lazy(() => import('./bell.tsx'));

export function NotificationBell() {
  return (
    <Suspense fallback={<Box sx={{ width: 44, height: 44 }} />}>
      <Bell />
    </Suspense>
  );
}
