import { useEffect, useState } from 'react';

/** Name of the first touch, click or key; null until then. */
export function useFirstTap(): string | null {
  const [tap, setTap] = useState<string | null>(null);
  useEffect(() => {
    const note = (event: Event) => setTap((event as KeyboardEvent).code ?? event.type);
    const options = { once: true, capture: true };
    document.addEventListener('pointerdown', note, options);
    document.addEventListener('keydown', note, options);
    return () => {
      document.removeEventListener('pointerdown', note, options);
      document.removeEventListener('keydown', note, options);
    };
  }, []);
  return tap;
}
