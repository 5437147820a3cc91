import { lazy, useMemo } from 'react';
import { PageFrame } from '../../kit/public/page-frame.tsx';
import type { BootstrapData } from '../../lib/public/bootstrap-data.ts';
import type { Language } from '../../lib/public/languages.ts';
import { useFirstTap } from '../../lib/public/use-first-tap.ts';
import { translator } from '../../lib/public/words.ts';
import type english from '../../locales/en/link-pages.json';
import { InvalidCodeCard, LoadingCard } from './cards.tsx';
import { CustomerOffer } from './customer-offer.tsx';
import { DistributorOffer } from './distributor-offer.tsx';
import { type OfferKind, useOffer, useScanOfThisView } from './offer.ts';
import { OnTap, Reloadable } from './on-tap.tsx';
import { useViewer } from './viewer.ts';
import { type LinkPageWords, useWords, WordsContext } from './words.ts';

const Toasts = lazy(() => import('./toasts.tsx'));

interface LinkPageProps {
  kind: OfferKind;
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

/** The page of a customer or distributor link: its texts, its offer and the notification area. */
export function LinkPage(props: LinkPageProps) {
  const { kind, token, data, language, catalogue, timeZone } = props;
  const words = useMemo<LinkPageWords>(() => {
    let format: Intl.DateTimeFormat | undefined;
    const dateTime = (isoTime: string) => {
      // With the first time that is shown: 100 ms on a slow phone.
      format ??= new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone });
      return format.format(new Date(isoTime)) + zone;
    };
    const zone = timeZone === undefined ? '' : ` ${timeZone}`;
    return { t: translator(catalogue), language, dateTime };
  }, [language, catalogue, timeZone]);
  const { t } = words;
  // Toasts follow a tap, so the notification area is loaded with the first one.
  const tap = useFirstTap();

  return (
    <WordsContext value={words}>
      <PageFrame width="narrow" brand={props.brand} language={language} languageLabel={t('language')}>
        <Reloadable>
          {token === '' ? (
            <InvalidCodeCard message={t('invalid.noToken')} />
          ) : (
            <LinkContent kind={kind} token={token} data={data} />
          )}
          <OnTap tapped={tap !== null}>
            <Toasts takesFocus={tap === 'F8'} />
          </OnTap>
        </Reloadable>
      </PageFrame>
    </WordsContext>
  );
}

function LinkContent({ kind, token, data }: Pick<LinkPageProps, 'kind' | 'token' | 'data'>) {
  const { t } = useWords();
  const counted = useScanOfThisView(token);
  const { offer, reload } = useOffer(kind, token, data?.info ?? null);
  const viewer = useViewer(data);
  if (offer.state === 'loading') return <LoadingCard />;
  if (offer.state === 'failed') {
    return (
      <InvalidCodeCard
        title={t(offer.isOffline ? 'loadFailed' : 'invalid.title')}
        message={offer.isOffline ? t('unreachable') : (offer.message ?? t('unknownError'))}
        onRetry={offer.temporary ? () => void reload() : undefined}
      />
    );
  }
  const shown = { token, offer: offer.offer, viewer, onChanged: reload };
  return kind === 'customer' ? <CustomerOffer {...shown} counted={counted} /> : <DistributorOffer {...shown} />;
}
