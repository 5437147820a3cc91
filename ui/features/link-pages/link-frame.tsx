import { lazy, type ReactNode, useMemo } from 'react';
import { PageFrame } from '../../components/plain/page-frame.tsx';
import type { Sent } from '../../lib/plain/sent.ts';
import { type Language, translator } from '../../lib/plain/words.ts';
import type english from '../../locales/en/link-pages.json';
import { InvalidCodeCard, LoadingCard } from './cards.tsx';
import { type LinkKind, type Offer, useOffer } from './offer.ts';
import { OnTap, Reloadable, useFirstTap } from './on-tap.tsx';
import { useViewer, type Viewer } from './viewer.ts';
import { useWords, type Words, WordsContext } from './words.ts';

const ToastArea = lazy(() => import('../../components/plain/toast-area.tsx'));

export interface LinkPageProps {
  /** Empty where the address has none. */
  token: string;
  language: Language;
  catalogue: typeof english;
  brand: string;
  /** What came with the page; null where everything is to be asked for. */
  sent: Sent | null;
  /** Of the times that are shown. Left out: the reader's own. */
  timeZone?: string | undefined;
}

/** What both link pages share: the words, the notification area, and a card instead of the page where it has no token. */
export function LinkFrame(props: LinkPageProps & { children: ReactNode }) {
  const { token, language, catalogue, timeZone } = props;
  const words = useMemo<Words>(() => {
    const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone });
    const zone = timeZone === undefined ? '' : ` ${timeZone}`;
    return { t: translator(catalogue), language, dateTime: (isoTime) => format.format(new Date(isoTime)) + zone };
  }, [language, catalogue, timeZone]);
  const { t } = words;
  // Nothing is announced before somebody does something, so the notification area comes with the first tap.
  const tap = useFirstTap();

  return (
    <WordsContext value={words}>
      <PageFrame width="narrow" brand={props.brand} language={language} languageLabel={t('language')}>
        <Reloadable>{token === '' ? <InvalidCodeCard message={t('invalid.noToken')} /> : props.children}</Reloadable>
      </PageFrame>
      <OnTap tapped={tap !== null}>
        <ToastArea label={t('notifications')} closeLabel={t('close')} takesFocus={tap === 'F8'} />
      </OnTap>
    </WordsContext>
  );
}

/** Hands the page what the link shows and who looks at it; until then a spinner, and the error card where it fails. */
export function WithOffer(props: {
  kind: LinkKind;
  token: string;
  sent: Sent | null;
  children: (offer: Offer, viewer: Viewer, reload: () => Promise<void>) => ReactNode;
}) {
  const { t } = useWords();
  const { offer, reload } = useOffer(props.kind, props.token, props.sent?.info ?? null);
  const viewer = useViewer(props.sent);
  if (offer.state === 'loading') return <LoadingCard />;
  if (offer.state === 'shown') return props.children(offer.offer, viewer, reload);
  return (
    <InvalidCodeCard
      message={offer.message ?? t('unknownError')}
      onRetry={offer.temporary ? () => void reload() : undefined}
    />
  );
}
