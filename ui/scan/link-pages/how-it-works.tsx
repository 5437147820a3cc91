import { useWords } from './words.ts';

export function HowItWorks({ percent }: { percent: string }) {
  const { t } = useWords();
  const steps = [
    [t('distributor.stepClaim'), t('distributor.stepClaimText')],
    [t('distributor.stepShare'), t('distributor.stepShareText')],
    [t('distributor.stepEarn', { percent }), t('distributor.stepEarnText')],
    [t('distributor.stepTrack'), t('distributor.stepTrackText')],
  ] as const;
  return (
    <section className="card">
      <h2>{t('distributor.howItWorks')}</h2>
      <ol className="steps">
        {steps.map(([title, text]) => (
          <li key={title}>
            <div>
              <strong>{title}</strong>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
