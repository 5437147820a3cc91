import { type ReactNode, useEffect } from 'react';
import { Icon } from '../../components/plain/icons.tsx';
import { PageFrame } from '../../components/plain/page-frame.tsx';
import { loginPath } from '../../lib/plain/login.ts';
import { publicCalls } from '../../lib/plain/public-calls.ts';
import { type Language, translator } from '../../lib/plain/words.ts';
import type english from '../../locales/en/landing.json';

/** Where `/` leads whoever is signed in (specification 2.1): customers to the scanner, everyone else to the Dashboard. */
async function leaveIfSignedIn(): Promise<void> {
  try {
    const user = await publicCalls.user();
    location.replace(user.role === 'customer' ? '/mobile-scanner' : '/dashboard');
  } catch {
    // A failed user call means signed out (specification 8), which is whom this page is for.
  }
}

/** What signed-out visitors see at `/` (specification 1): customer login, a scan-QR entry and business login. */
export function LandingPage(props: { language: Language; catalogue: typeof english; brand: string }) {
  const { language, catalogue, brand } = props;
  const t = translator(catalogue);
  useEffect(() => {
    void leaveIfSignedIn();
  }, []);

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
        <Entry icon={<Icon name="person" />} title={t('customerTitle')} text={t('customerText')}>
          <a className="button quiet" href={loginPath('customer')}>
            {t('customerLogin')}
          </a>
        </Entry>
        <Entry icon={<Icon name="shop" />} title={t('businessTitle')} text={t('businessText')}>
          <a className="button quiet" href={loginPath('business')}>
            {t('businessLogin')}
          </a>
        </Entry>
      </div>
      <p className="hint">
        {t('distributorText')} <a href={loginPath('distributor')}>{t('distributorLogin')}</a>
      </p>
    </PageFrame>
  );
}

function Entry(props: { icon: ReactNode; title: string; text: string; children: ReactNode }) {
  return (
    <section className="card entry">
      <span className="medallion">{props.icon}</span>
      <h2>{props.title}</h2>
      <p>{props.text}</p>
      {props.children}
    </section>
  );
}
