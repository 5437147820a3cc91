import { type ReactNode, useEffect } from 'react';
import { Icon } from '../../components/plain/icons.tsx';
import { PageFrame } from '../../components/plain/page-frame.tsx';
import { loginPath } from '../../lib/plain/login.ts';
import { publicCalls } from '../../lib/plain/public-calls.ts';
import type { Sent } from '../../lib/plain/sent.ts';
import { type Language, translator } from '../../lib/plain/words.ts';
import type english from '../../locales/en/landing.json';

const PARTS = ['shop', 'distributor', 'partner'] as const;

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
export function LandingPage(props: {
  language: Language;
  catalogue: typeof english;
  brand: string;
  /** Null: not made by the server. */
  sent: Sent | null;
}) {
  const { language, catalogue, brand } = props;
  const t = translator(catalogue);
  const mayBeSignedIn = props.sent?.signedIn !== false;
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
        <Entry icon={<Icon name="person" />} title={t('customerTitle')} text={t('customerText')}>
          <a className="button quiet" href={loginPath('customer')}>
            {t('customerLogin')}
          </a>
        </Entry>
        <Entry icon={<Icon name="growth" />} title={t('distributorTitle')} text={t('distributorText')}>
          <a className="button quiet" href={loginPath('distributor')}>
            {t('distributorLogin')}
          </a>
        </Entry>
        <Entry icon={<Icon name="shop" />} title={t('businessTitle')} text={t('businessText')}>
          <a className="button quiet" href={loginPath('business')}>
            {t('businessLogin')}
          </a>
        </Entry>
      </div>
      <p className="hint">
        {t('staffText')} <a href={loginPath('customer', '/staff-validation')}>{t('staffLogin')}</a>
      </p>
      <Example t={t} />
    </PageFrame>
  );
}

/** How a sale of 100 euros is shared: the sum of the parts is the sale. */
function Example({ t }: { t: (key: keyof typeof english) => string }) {
  return (
    <section className="card example" aria-labelledby="example-title">
      <h2 id="example-title">{t('exampleTitle')}</h2>
      <p>{t('exampleText')}</p>
      <div className="split-bar" aria-hidden="true">
        {PARTS.map((name) => (
          <span key={name} className={`part-${name}`} />
        ))}
      </div>
      <ol className="split">
        {PARTS.map((name) => (
          <li key={name}>
            <strong>{t(`${name}Amount`)}</strong>
            <span>{t(`${name}Part`)}</span>
          </li>
        ))}
      </ol>
      <p>{t('exampleNote')}</p>
    </section>
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
