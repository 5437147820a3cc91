import { Button, FormControlLabel, Stack, Switch, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { useTranslation } from 'react-i18next';
import { LongLoading } from '../../kit/files/long-loading.tsx';
import { NotLoaded } from '../../kit/not-loaded.tsx';
import { Panel } from '../../kit/panel.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { useApi } from '../../lib/use-api.ts';
import { Changes } from './changes.tsx';
import { changesBetween } from './diff-trees.ts';
import { beside, type Stop, stopAt, zoomTo } from './stops.ts';
import { TimeSlider } from './time-slider.tsx';
import { TreesAsOf } from './trees-as-of.tsx';
import { type HistoryAddress, useHistoryAddress } from './use-history-address.ts';
import { useTreesAsOf } from './use-trees-as-of.ts';

export function HistoryView(props: { siteId: string; stops: readonly Stop[]; isSampled: boolean }) {
  const { t } = useTranslation('site-history');
  const { siteId, stops } = props;
  const [address, change] = useHistoryAddress();
  const at = stopAt(stops, address.at);
  const since = address.since === null ? undefined : stopAt(stops, address.since);
  const asOf = address.at ?? at?.asOf ?? '';
  const shownTrees = useTreesAsOf(siteId, asOf);
  // A comparison needs all trees of both times.
  const now = useApi(calls.siteTreeAsOf, { params: { siteId }, query: { asOf } }, { enabled: address.since !== null });
  const before = useApi(
    calls.siteTreeAsOf,
    { params: { siteId }, query: { asOf: address.since ?? '' } },
    { enabled: address.since !== null },
  );
  const shown = [since, at].filter((stop) => stop !== undefined);
  return (
    <Stack spacing={2.5}>
      <Panel title={t('slider')} subtitle={t('sliderText')}>
        <TimeSlider stops={stops} shown={shown} onChange={(next) => change(addressOf(next))} />
        <Steps stops={stops} at={at} since={since} address={address} change={change} isSampled={props.isSampled} />
      </Panel>
      {address.since !== null && (
        <Panel title={t('changes.title')}>
          <QueryView query={before} loading={<LongLoading />}>
            {(then) => (
              <QueryView query={now} loading={<LongLoading />}>
                {(later) => <Changes changes={changesBetween(then, later)} />}
              </QueryView>
            )}
          </QueryView>
        </Panel>
      )}
      <Panel title={t('trees')}>
        <TreesOfMoment list={shownTrees} />
      </Panel>
    </Stack>
  );
}

function TreesOfMoment({ list }: { list: ReturnType<typeof useTreesAsOf> }) {
  const { t, i18n } = useTranslation('site-history');
  if (list.asOf === undefined) return <NotLoaded list={list} />;
  return (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
        {t('asOf', { when: formatDateTime(list.asOf, i18n.language) })}
      </Typography>
      {list.trees.length === 0 ? <Typography>{t('noTrees')}</Typography> : <TreesAsOf list={list} />}
    </>
  );
}

/** The part of the address for one shown time, or for two to compare. @param shown the earlier time first */
function addressOf(shown: readonly Stop[]): Partial<HistoryAddress> {
  const [first, second] = shown;
  if (first === undefined) return {};
  return second === undefined ? { at: first.asOf } : { since: first.asOf, at: second.asOf };
}

function Steps(props: {
  stops: readonly Stop[];
  at: Stop | undefined;
  /** The time to compare with. The changes would read backwards if `at` were before it. */
  since: Stop | undefined;
  address: HistoryAddress;
  change: (part: Partial<HistoryAddress>) => void;
  isSampled: boolean;
}) {
  const { t } = useTranslation('site-history');
  const { stops, at, since, address, change } = props;
  const go = (by: -1 | 1) => {
    const to = beside(stops, at, by, since);
    return { disabled: to === undefined, onClick: () => to && change({ at: to.asOf }) };
  };
  const isComparing = address.since !== null;
  const first = stops.at(0);
  return (
    <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap', alignItems: 'center', mt: 2 }}>
      <Button {...go(-1)}>{t('previous')}</Button>
      <Button {...go(1)}>{t('next')}</Button>
      {(props.isSampled || address.from !== null) && (
        <>
          <Button disabled={at === undefined} onClick={() => at && change({ ...zoomTo(stops, at), since: null })}>
            {t('closer')}
          </Button>
          <Button disabled={address.from === null} onClick={() => change({ from: null, to: null })}>
            {t('everything')}
          </Button>
        </>
      )}
      <FormControlLabel
        sx={{ minHeight: 44 }}
        label={t('compare')}
        control={
          <Switch
            checked={isComparing}
            onChange={() =>
              change(isComparing ? { since: null } : { since: first?.asOf ?? null, at: at?.asOf ?? null })
            }
          />
        }
      />
      {props.isSampled && (
        <Typography variant="body2" sx={{ color: 'text.secondary', width: '100%' }}>
          {t('sampled')}
        </Typography>
      )}
    </Stack>
  );
}
