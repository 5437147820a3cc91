import { Component, type ReactNode, Suspense, useEffect, useState } from 'react';
import { InvalidCodeCard } from './cards.tsx';
import { useWords } from './words.ts';

/** Children that are fetched on the first tap and stay from then on, so that their dialogs can close as they opened. */
export function OnTap({ tapped, children }: { tapped: boolean; children: ReactNode }) {
  const [wasTapped, setWasTapped] = useState(false);
  if (tapped && !wasTapped) setWasTapped(true);
  return wasTapped ? <Suspense fallback={null}>{children}</Suspense> : null;
}

/** The first touch, click or key, by its name; null until then. */
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

/** Stands in for the page where a part of it cannot be fetched: the network went away, or a new version was installed. */
export class Reloadable extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <ReloadCard /> : this.props.children;
  }
}

function ReloadCard() {
  const { t } = useWords();
  return <InvalidCodeCard title={t('loadFailed')} message={t('unreachable')} onRetry={() => location.reload()} />;
}
