import { Component, type ReactNode, Suspense, useEffect, useState } from 'react';
import { InvalidCodeCard } from './cards.tsx';
import { useWords } from './words.ts';

/** Children are loaded on the first tap and then stay mounted, so that dialogs can animate and restore the focus. */
export function OnTap({ tapped, children }: { tapped: boolean; children: ReactNode }) {
  const [wasTapped, setWasTapped] = useState(false);
  if (tapped && !wasTapped) setWasTapped(true);
  return wasTapped ? <Suspense fallback={null}>{children}</Suspense> : null;
}

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

/** Shown when a chunk cannot be loaded: the network failed, or a new version was deployed. */
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
