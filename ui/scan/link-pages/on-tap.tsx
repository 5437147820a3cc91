import { Component, type ReactNode, Suspense, useState } from 'react';
import { InvalidCodeCard } from './cards.tsx';
import { useWords } from './words.ts';

/** Children are loaded on the first tap and then stay mounted, so that dialogs can animate and restore the focus. */
export function OnTap({ tapped, children }: { tapped: boolean; children: ReactNode }) {
  const [wasTapped, setWasTapped] = useState(false);
  if (tapped && !wasTapped) setWasTapped(true);
  return wasTapped ? <Suspense fallback={null}>{children}</Suspense> : null;
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
