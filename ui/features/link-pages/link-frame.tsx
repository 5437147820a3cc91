import { lazy, type ReactNode, useMemo } from 'react';
import { PageFrame } from '../../components/public/page-frame.tsx';
import type { BootstrapData } from '../../lib/public/bootstrap-data.ts';
import { type Language, translator } from '../../lib/public/words.ts';
import type english from '../../locales/en/link-pages.json';
import { InvalidCodeCard, LoadingCard } from './cards.tsx';
import { type LinkKind, type Offer, useOffer } from './offer.ts';
import { OnTap, Reloadable, useFirstTap } from './on-tap.tsx';
import { useViewer, type Viewer } from './viewer.ts';
import { useWords, type Words, WordsContext } from './words.ts';

const ToastArea = lazy(() => import('../../components/public/toast-area.tsx'));

export interface LinkPageProps {
  /** Empty if the address has none. */
  token: string;
  language: Language;
  catalogue: typeof english;
  brand: string;
  /** Null if the page has to load everything itself. */
  data: BootstrapData | null;
  /** Time zone of shown times. Default: the visitor's own. */
  timeZone?: string | undefined;
}

/** Shared by both link pages: texts, notification area, and an error card for an address without a token. */
export function LinkFrame(props: LinkPageProps & { children: ReactNode }) {
  const { token, language, catalogue, timeZone } = props;
  const words = useMemo<Words>(() => {
    const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone });
    const zone = timeZone === undefined ? '' : ` ${timeZone}`;
    return { t: translator(catalogue), language, dateTime: (isoTime) => format.format(new Date(isoTime)) + zone };
  }, [language, catalogue, timeZone]);
  const { t } = words;
  // Toasts follow a tap, so the notification area is loaded with the first one.
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

export function WithOffer(props: {
  kind: LinkKind;
  token: string;
  data: BootstrapData | null;
  children: (offer: Offer, viewer: Viewer, reload: () => Promise<void>) => ReactNode;
}) {
  const { t } = useWords();
  const { offer, reload } = useOffer(props.kind, props.token, props.data?.info ?? null);
  const viewer = useViewer(props.data);
  if (offer.state === 'loading') return <LoadingCard />;
  if (offer.state === 'shown') return props.children(offer.offer, viewer, reload);
  return (
    <InvalidCodeCard
      message={offer.message ?? t('unknownError')}
      onRetry={offer.temporary ? () => void reload() : undefined}
    />
  );
}
