import { useEffect } from 'react';
import { Icon } from '../../kit/public/icons.tsx';
import { PageFrame } from '../../kit/public/page-frame.tsx';
import type { BootstrapData } from '../../lib/public/bootstrap-data.ts';
import type { Language } from '../../lib/public/languages.ts';
import { loginPath } from '../../lib/public/login.ts';
import { publicCalls } from '../../lib/public/public-calls.ts';
import { translator } from '../../lib/public/words.ts';
import type english from '../../locales/en/landing.json';
import { Example } from './example.tsx';
import { Prices } from './prices.tsx';
import { ProductPictures } from './product-pictures.tsx';

/** The brand that the screenshots show. Installations with another brand do not show them. */
const PRODUCT = 'PerkTree';

const ENTRIES = [
  { intent: 'customer', icon: 'person' },
  { intent: 'distributor', icon: 'growth' },
  { intent: 'business', icon: 'shop' },
] as const;

/** Signed-in visitors of `/` are redirected: customers to the scanner, all others to the dashboard. */
async function leaveIfSignedIn(): Promise<void> {
  try {
    const user = await publicCalls.user();
    location.replace(user.role === 'customer' ? '/mobile-scanner' : '/dashboard');
  } catch {
    // A failed user call means signed out.
  }
}

export function LandingPage(props: {
  language: Language;
  catalogue: typeof english;
  brand: string;
  /** Null: the server did not render this page. */
  data: BootstrapData | null;
}) {
  const { language, catalogue, brand } = props;
  const t = translator(catalogue);
  const mayBeSignedIn = props.data?.signedIn !== false;
  useEffect(() => {
    if (mayBeSignedIn) void leaveIfSignedIn();
  }, [mayBeSignedIn]);

  return (
    <PageFrame width="wide" brand={brand} language={language} languageLabel={t('language')}>
      <div className="hero">
        <h1>{t('title')}</h1>
        <p>{t('intro')}</p>
        <a className="button large" href="/mobile-scanner">
          <Icon name="qr" />
          {t('scan')}
        </a>
        <p className="hero-note">{t('scanText')}</p>
      </div>
      <div className="entries">
        {ENTRIES.map(({ intent, icon }) => (
          <section key={intent} className="card entry">
            <span className="medallion">
              <Icon name={icon} />
            </span>
            <h2>{t(`${intent}Title`)}</h2>
            <p>{t(`${intent}Text`)}</p>
            <a className="button quiet" href={loginPath(intent)}>
              {t(`${intent}Login`)}
            </a>
            <a className="text-button" href={`/register?intent=${intent}`}>
              {t('signUp')}
            </a>
          </section>
        ))}
      </div>
      <p className="hint">
        {t('staffText')} <a href={loginPath('customer', '/staff-validation')}>{t('staffLogin')}</a>
      </p>
      <Prices language={language} t={t} />
      <Example language={language} t={t} />
      {brand === PRODUCT && <ProductPictures t={t} />}
    </PageFrame>
  );
}
