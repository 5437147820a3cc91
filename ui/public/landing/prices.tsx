import { PLANS } from '@perktree/contracts/subscription/plans';
import type { Language } from '../../lib/public/languages.ts';
import type { Translate } from '../../lib/public/words.ts';
import type english from '../../locales/en/landing.json';

/** The prices of the plans. */
export function Prices({ language, t }: { language: Language; t: Translate<typeof english> }) {
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
