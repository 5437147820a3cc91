import type { Language } from '@perktree/contracts/kernel/languages';
import { PLANS } from '@perktree/contracts/subscription/plans';
import { useEffect, useState } from 'react';
import { Icon } from '../../kit/public/icons.tsx';
import { PageFrame } from '../../kit/public/page-frame.tsx';
import { loginPath } from '../../lib/public/login.ts';
import { publicCalls } from '../../lib/public/public-calls.ts';
import { type Translate, translator } from '../../lib/public/words.ts';
import type english from '../../locales/en/landing.json';
import type { PageSettings } from '../load-words.ts';
import { EARNERS, FIRST_SHARES, FIRST_VALUES, MAX_PERCENT, type sharesOf, withPercent } from './example-shares.ts';

const PARTS = ['shop', ...EARNERS] as const;
const SALES = { min: 10, max: 500, step: 10 };

/** Shows how a sale is split. Sliders change the values; without scripts it shows the initial ones. */
function Example({ language, t }: { language: Language; t: Translate<typeof english> }) {
  const [values, setValues] = useState(FIRST_VALUES);
  const [calculate, setCalculate] = useState<typeof sharesOf>();
  const isLive = calculate !== undefined;
  // Sliders stay disabled until the calculation is loaded. Without it the first values stay.
  useEffect(() => {
    import('./example-shares.ts').then((loaded) => setCalculate(() => loaded.sharesOf)).catch(() => {});
  }, []);
  const shares = calculate?.(values) ?? FIRST_SHARES;
  const money = (amount: string | number, digits = 2) =>
    new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR', minimumFractionDigits: digits }).format(
      Number(amount),
    );
  const percent = new Intl.NumberFormat(language, { style: 'unit', unit: 'percent' });
  const percentOf = { ...values, shop: 100 - values.distributor };
  const sale = money(values.sale, 0);
  const spoken = Object.fromEntries(PARTS.map((part) => [part, money(shares[part])]));
  return (
    <section className="card example" aria-labelledby="example-title">
      <h2 id="example-title">{t('exampleTitle', { sale })}</h2>
      <p>{t('exampleText', { percent: values.distributor })}</p>
      <p className={isLive ? '' : 'reserved'}>{t('exampleHint')}</p>
      <label className="slider">
        <span>{t('exampleSale', { sale })}</span>
        <input
          type="range"
          {...SALES}
          value={values.sale}
          disabled={!isLive}
          aria-valuetext={sale}
          onChange={({ target }) => setValues({ ...values, sale: Number(target.value) })}
        />
      </label>
      <div className="split-bar" aria-hidden="true">
        {PARTS.filter((part) => Number(shares[part]) > 0).map((part) => (
          <span key={part} className={`part-${part}`} style={{ flexGrow: Number(shares[part]) }} />
        ))}
      </div>
      <ol className="split">
        {PARTS.map((part, level) => (
          <li key={part} style={{ marginInlineStart: `${Math.max(0, level - 1) * 1.25}rem` }}>
            <strong className={`part-${part}`}>{money(shares[part])}</strong>
            <span>{t(`${part}Part`, { percent: percentOf[part] })}</span>
            {part !== 'shop' && (
              <label className="slider">
                <span>{t(`${part}Percent`, { percent: values[part] })}</span>
                <input
                  type="range"
                  min={0}
                  max={MAX_PERCENT}
                  value={values[part]}
                  disabled={!isLive}
                  aria-valuetext={percent.format(values[part])}
                  onChange={({ target }) => setValues(withPercent(values, part, Number(target.value)))}
                />
              </label>
            )}
          </li>
        ))}
      </ol>
      <p role="status" className="spoken">
        {values !== FIRST_VALUES && t('exampleSays', { sale, ...spoken })}
      </p>
      <p>{t('exampleNote')}</p>
    </section>
  );
}

const PICTURES = [
  { name: 'commission-tree-desktop', text: 'pictureTree', width: 1440, height: 900 },
  { name: 'payouts-desktop', text: 'picturePayouts', width: 1440, height: 900 },
  { name: 'counter-phone', text: 'pictureCounter', width: 390, height: 844 },
] as const;

/** Screenshots of the demo business (docs/images). */
function ProductPictures({ t }: { t: Translate<typeof english> }) {
  return (
    <section aria-labelledby="pictures-title">
      <h2 id="pictures-title">{t('picturesTitle')}</h2>
      <div className="pictures">
        {PICTURES.map(({ name, text, width, height }) => (
          <figure key={name} style={{ flexGrow: width / height }}>
            <img src={`/product-pictures/${name}.jpg`} alt="" loading="lazy" {...{ width, height }} />
            <figcaption>{t(text)}</figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}

function Prices({ language, t }: { language: Language; t: Translate<typeof english> }) {
  const money = new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' });
  return (
    <section className="card" aria-labelledby="prices-title">
      <h2 id="prices-title">{t('pricesTitle')}</h2>
      <p>{t('pricesText')}</p>
      <dl className="figures">
        {Object.values(PLANS).map(({ id, name, price }) => (
          <div key={id}>
            <dt>{id === 'free' ? t('free') : name}</dt>
            <dd>{t('price', { price: money.format(price) })}</dd>
            <dd>{t(`limits_${id}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

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

/** The landing page as both the server and the script render it. */
export function LandingPage({ words, language, brand, data }: PageSettings) {
  const t = translator(words as typeof english);
  const mayBeSignedIn = data?.signedIn !== false;
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
