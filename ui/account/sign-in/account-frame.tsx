import { type ReactNode, useEffect } from 'react';
import { BrandMark } from '../../kit/brand-mark.tsx';
import { ToggleButtons } from '../../kit/public/toggle-buttons.tsx';
import { LANGUAGE_NAMES, LANGUAGES } from '../../lib/public/languages.ts';
import { useAccountPage } from './account-context.ts';
import { useAccountQuery } from './use-account-query.ts';

export function AccountFrame(props: { title: string; subtitle: string; children: ReactNode }) {
  const { t, language, brand, chooseLanguage } = useAccountPage();
  const { offerPath } = useAccountQuery();
  const { title, subtitle } = props;
  useEffect(() => {
    document.title = `${title} · ${brand}`;
  }, [title, brand]);
  return (
    <main className="account">
      <a className="account-brand" href={offerPath ?? '/'}>
        <BrandMark size={36} />
        {brand}
      </a>
      <div className="account-card">
        <h1>{title}</h1>
        <p className="account-subtitle">{subtitle}</p>
        <div className="stack">{props.children}</div>
      </div>
      <ToggleButtons
        label={t('language')}
        value={language}
        onChange={chooseLanguage}
        choices={LANGUAGES.map((one) => ({ value: one, label: LANGUAGE_NAMES[one], lang: one }))}
      />
    </main>
  );
}
