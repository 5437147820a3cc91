import type { Translate } from '../../lib/public/words.ts';
import type english from '../../locales/en/landing.json';

const PICTURES = [
  { name: 'commission-tree-desktop', text: 'pictureTree', width: 1440, height: 900 },
  { name: 'payouts-desktop', text: 'picturePayouts', width: 1440, height: 900 },
  { name: 'counter-phone', text: 'pictureCounter', width: 390, height: 844 },
] as const;

/** Screenshots of the demo business (docs/images). */
export function ProductPictures({ t }: { t: Translate<typeof english> }) {
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
