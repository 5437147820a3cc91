import { Box } from '@mui/material';
import { useIsFetching } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';

/**
 * Renders its content when it comes near the window, so that content far below makes no calls. Keep the heading outside, so
 * that keyboards and screen readers find it.
 */
export function WhenNear({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  // While panels above still load, they are shorter than they will be.
  const isLoading = useIsFetching() > 0;
  useEffect(() => {
    if (isLoading || !place.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsNear(true);
      },
      { rootMargin: '200px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isLoading]);
  return isNear ? children : <Box ref={place} sx={{ minHeight: 200 }} />;
}
