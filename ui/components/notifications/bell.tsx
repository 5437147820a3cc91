import NotificationsNone from '@mui/icons-material/NotificationsNone';
import { Box, IconButton } from '@mui/material';
import { HOUR_MS } from '@perktree/contracts/durations';
import { calls } from '@perktree/contracts/http/calls';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuth } from '../../lib/auth.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { notifications, onNotifications, saveNewsOnce } from '../../lib/notification-history.ts';
import { serverNow } from '../../lib/public/server-time.ts';
import { useApi } from '../../lib/use-api.ts';

/** Puts QR codes that end and do not renew into the owner's history, once on each device. */
function useEndingQrs(): void {
  const { t, i18n } = useTranslation('notifications');
  const isOwner = useAuth().role === 'site_owner';
  const { data } = useApi(calls.endingQrs, {}, { enabled: isOwner, staleTime: HOUR_MS });
  useEffect(() => {
    for (const { qrId, name, siteName, expiresAtUtc } of data ?? []) {
      const hasEnded = Date.parse(expiresAtUtc) <= serverNow();
      const when = formatDateTime(expiresAtUtc, i18n.language);
      saveNewsOnce(`ending-${qrId}-${expiresAtUtc}`, {
        title: t(hasEnded ? 'ended' : 'ending', { name }),
        text: t('endingText', { site: siteName, when }),
        destructive: hasEnded,
        lang: i18n.language,
      });
    }
  }, [data, t, i18n]);
}

const Panel = lazy(() => import('./panel.tsx'));

export default function Bell() {
  const { t } = useTranslation('notifications');
  useEndingQrs();
  const unread = useSyncExternalStore(onNotifications, notifications).filter(({ isRead }) => !isRead).length;
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
          <Panel anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  );
}
