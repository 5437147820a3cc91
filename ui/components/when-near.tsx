import { Box } from '@mui/material';
import { useIsFetching } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';

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
  if (state === 'near') return children;
  return <Box ref={place} data-loading={state === 'unknown' ? '' : undefined} sx={{ minHeight: height }} />;
}
