import EmojiEventsOutlined from '@mui/icons-material/EmojiEventsOutlined';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { StandingAnswer } from '@perktree/contracts/site/report-calls';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../kit/empty-state.tsx';
import { NextStep } from '../kit/next-step.tsx';
import { Panel } from '../kit/panel.tsx';
import { QueryView } from '../kit/query-view.tsx';
import { ShownOnly } from '../kit/shown-only.tsx';
import { formatNumber } from '../lib/format.ts';
import { useApi } from '../lib/use-api.ts';
import { FiguresTable } from './figures-table.tsx';

/** Maximum number of rows in an answer. */
const SHOWN = 50;

export function OwnStandings() {
  const { t, i18n } = useTranslation('payouts');
  const standings = useApi(calls.ownStandings, {}, { staleTime: 0 });
  const number = (value: number) => formatNumber(value, i18n.language);
  const rowOf = (standing: StandingAnswer) => ({
    ...standing,
    id: standing.siteId,
    name: standing.siteName,
    rank: t('top.own.place', { rank: number(standing.rank), distributors: number(standing.distributors) }),
  });
  return (
    <Panel title={t('top.title')} subtitle={t('top.own.subtitle')}>
      <QueryView query={standings}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              icon={<EmojiEventsOutlined />}
              title={t('top.own.empty')}
              text={t('top.own.emptyText')}
              action={<NextStep step="scan" />}
            />
          ) : (
            <>
              <FiguresTable of={t('top.own.site')} rows={rows.map(rowOf)} />
              <ShownOnly shown={rows.length} most={SHOWN} />
            </>
          )
        }
      </QueryView>
    </Panel>
  );
}
