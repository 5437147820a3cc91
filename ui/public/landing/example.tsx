import { useEffect, useState } from 'react';
import type { Language } from '../../lib/public/languages.ts';
import type { Translate } from '../../lib/public/words.ts';
import type english from '../../locales/en/landing.json';
import type { sharesOf } from './example-shares.ts';
import { EARNERS, FIRST_SHARES, FIRST_VALUES, MOST_PERCENT, withPercent } from './example-values.ts';

const PARTS = ['shop', ...EARNERS] as const;
const SALES = { min: 10, max: 500, step: 10 };

/** Shows how a sale is split. Sliders change the values; without scripts it shows the initial ones. */
export function Example({ language, t }: { language: Language; t: Translate<typeof english> }) {
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
                  max={MOST_PERCENT}
                  value={values[part]}
                  disabled={!isLive}
                  aria-valuetext={`${values[part]}%`}
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
