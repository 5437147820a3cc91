import type { Language } from '@perktree/contracts/kernel/languages';
import { Component, createContext, type ReactNode, Suspense, useContext, useEffect, useRef, useState } from 'react';
import { Icon } from '../../kit/public/icons.tsx';
import { isServerThere } from '../../lib/public/time-limit.ts';
import type { Translate } from '../../lib/public/words.ts';
import type english from '../../locales/en/link-pages.json';
import type { ShownOffer } from './offer.ts';

export interface LinkPageWords {
  t: Translate<typeof english>;
  language: Language;
  /** In the visitor's language and time zone. */
  dateTime: (isoTime: string) => string;
}

export const WordsContext = createContext<LinkPageWords | null>(null);

export function useWords(): LinkPageWords {
  const words = useContext(WordsContext);
  if (!words) throw new Error('useWords needs a WordsContext around it');
  return words;
}

export function LoadingCard() {
  const { t } = useWords();
  return (
    <div className="card centered" role="status">
      <span className="spinner" aria-hidden="true" />
      <p>{t('loading')}</p>
    </div>
  );
}

export function InvalidCodeCard(props: { title?: string; message: string; onRetry?: (() => void) | undefined }) {
  const { message, onRetry } = props;
  const { t } = useWords();
  return (
    <div className="card centered" role="alert">
      <span className="medallion danger">
        <Icon name="warning" />
      </span>
      <h1>{props.title ?? t('invalid.title')}</h1>
      <p>{message}</p>
      {onRetry && (
        <button type="button" className="button" onClick={onRetry}>
          {t('tryAgain')}
        </button>
      )}
      <a className={onRetry ? 'button quiet' : 'button'} href="/">
        {t('goHome')}
      </a>
    </div>
  );
}

/** @param props.takesFocus the card replaces the one with the focused button */
export function DoneCard({ title, takesFocus, children }: { title: string; takesFocus: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <div className="card centered">
      <span className="medallion success">
        <Icon name="check" />
      </span>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </div>
  );
}

export function OfferHeader({ header, icon, offer }: { header: string; icon: ReactNode; offer: ShownOffer }) {
  const { t } = useWords();
  return (
    <div className="centered">
      <span className="medallion">{icon}</span>
      <p className="eyebrow">{header}</p>
      <h1>{offer.name}</h1>
      <p>{t('by', { siteName: offer.brand?.name ?? offer.siteName })}</p>
    </div>
  );
}

export function ExpiryLine({ offer, isExpired }: { offer: ShownOffer; isExpired: boolean }) {
  const { t, dateTime } = useWords();
  if (offer.expiresAtUtc === null) return null;
  const date = dateTime(offer.expiresAtUtc);
  if (isExpired) return <span className="badge danger">{t('customer.expiredOn', { date })}</span>;
  return (
    <span className="expiry">
      <Icon name="clock" />
      {t('customer.validUntil', { date })}
    </span>
  );
}

export function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="notice" role="status">
      <Icon name="warning" />
      {children}
    </p>
  );
}

export function ExternalLink({ url }: { url: string | null }) {
  const { t } = useWords();
  if (url === null || !/^https?:\/\//i.test(url)) return null;
  return (
    <a className="external" href={url} target="_blank" rel="noopener noreferrer">
      {t('more')}
    </a>
  );
}

/** Children are loaded on the first tap and then stay mounted, so that dialogs can animate and restore the focus. */
export function OnTap({ tapped, children }: { tapped: boolean; children: ReactNode }) {
  const [wasTapped, setWasTapped] = useState(false);
  if (tapped && !wasTapped) setWasTapped(true);
  return wasTapped ? <Suspense fallback={null}>{children}</Suspense> : null;
}

/**
 * Loads a file before what needs it happens. Without network the page stays, because it may show the code for staff, and
 * says `unreachable`.
 */
export function useFile(load: () => Promise<unknown>) {
  const { t } = useWords();
  const [isUnreachable, setIsUnreachable] = useState(false);
  const run = async (then: () => void) => {
    // If the server is there, an update has removed the file: Reloadable says it.
    const mayContinue = await load().then(() => true, isServerThere);
    setIsUnreachable(!mayContinue);
    if (mayContinue) then();
  };
  return { run, unreachable: isUnreachable && <Notice>{t('unreachable')}</Notice> };
}

/** Shown when a file cannot be loaded, because a new version was deployed. */
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
