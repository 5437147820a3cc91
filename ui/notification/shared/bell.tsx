import NotificationsNone from '@mui/icons-material/NotificationsNone';
import { Box, IconButton } from '@mui/material';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { onNotifications, pastNotifications } from '../../lib/notification-history.ts';
import { useBusinessNews } from './use-business-news.ts';

const Panel = lazy(() => import('./panel.tsx'));

export default function Bell() {
  const { t } = useTranslation('notifications');
  const news = useBusinessNews();
  const onDevice = useSyncExternalStore(onNotifications, pastNotifications);
  const unread = [...news.entries, ...onDevice].filter(({ isRead }) => !isRead).length;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        aria-label={t('open', { count: unread })}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ position: 'relative' }}
      >
        <NotificationsNone />
        {unread > 0 && (
          <Box
            component="span"
            aria-hidden="true"
            sx={{
              position: 'absolute',
              top: 4,
              right: 2,
              minWidth: 18,
              px: 0.5,
              borderRadius: '9px',
              bgcolor: 'error.main',
              color: 'error.contrastText',
              fontSize: '0.6875rem',
              fontWeight: 700,
              lineHeight: '18px',
            }}
          >
            {unread}
          </Box>
        )}
      </IconButton>
      {anchor && (
        <Suspense fallback={null}>
          <Panel anchor={anchor} news={news} onDevice={onDevice} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  );
}
