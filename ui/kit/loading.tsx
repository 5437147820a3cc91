import { Box, CircularProgress, Typography } from '@mui/material';
import { useIsFetching } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePrinting, useWholePrint } from '../lib/printing.ts';

/** Of a page that fills the screen. On paper its footer would take another sheet. */
export const FULL_HEIGHT = { minHeight: '100dvh', '@media print': { minHeight: 0 } } as const;

/** A spinner. In `Panels`, it hides the panels below. */
export function Loading({ page = false }: { page?: boolean }) {
  const { t } = useTranslation('common');
  return (
    <Box
      role="status"
      data-loading=""
      sx={{ display: 'grid', placeItems: 'center', py: 6, ...(page ? FULL_HEIGHT : {}) }}
    >
      <CircularProgress aria-label={t('loading')} />
    </Box>
  );
}

/**
 * Renders its content when it comes near the visible area, so that content far below makes no calls. Keep the heading outside,
 * so that keyboard and screen reader users find it.
 * In `Panels`, the panels below are hidden until it is known whether this one loads.
 * @param props.height height to reserve, CSS pixels
 */
export function WhenNear({ height = 200, children }: { height?: number; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'unknown' | 'far' | 'near'>('unknown');
  // Panels above that are still loading will grow and push this one away.
  const isLoading = useIsFetching() > 0;
  const { t } = useTranslation('print');
  const isPrinted = useWholePrint();
  const { phase } = usePrinting();
  useEffect(() => {
    if (isLoading || !place.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        setState(entries.some((entry) => entry.isIntersecting) ? 'near' : 'far');
      },
      { rootMargin: '200px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isLoading]);
  // On paper it stays, so that its rows do.
  useEffect(() => {
    if (isPrinted) setState('near');
  }, [isPrinted]);
  if (state === 'near' || isPrinted) return children;
  if (phase === 'paper') return <Typography>{t('notLoaded')}</Typography>;
  return <Box ref={place} data-loading={state === 'unknown' ? '' : undefined} sx={{ minHeight: height }} />;
}
