import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import RedeemOutlined from '@mui/icons-material/RedeemOutlined';
import UndoOutlined from '@mui/icons-material/UndoOutlined';
import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import {
  REDEMPTION_STATES,
  redemptionState,
  type SiteRedemptionAnswer,
} from '@perktree/contracts/redemption/list-calls';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { ListDownload, ServerListView, useServerList } from '../kit/list/server-list.tsx';
import { BackLink, EmptyState, LinkButton, NextStep, PageHeader, Panel, Panels, StatusBadge } from '../kit/page.tsx';
import { useSite } from '../kit/use-site.ts';
import { useLocale } from '../lib/use-locale.ts';
import { ReverseDialog } from './reverse-dialog.tsx';
import { RefusedAttemptsOfSite } from './shared/refused-attempts.tsx';

const rowId = (redemptionId: string): string => `redemption-${redemptionId}`;

/**
 * When the dialog of a redemption closes, focuses the button that opened it. If the button is gone (nothing left to
 * reverse), focuses the row. If a filter has removed the row, focuses the page.
 */
function useFocusBack(openId: string | null): void {
  const before = useRef<string | null>(null);
  useEffect(() => {
    const closed = openId === null ? before.current : null;
    before.current = openId;
    if (closed === null) return;
    const row = document.getElementById(rowId(closed));
    (row?.querySelector('button') ?? row ?? document.getElementById('main'))?.focus();
  }, [openId]);
}

const TONES = { redeemed: 'good', awaiting: 'warning', lapsed: 'quiet', partly: 'warning', reversed: 'bad' } as const;

function RedemptionRow(props: {
  row: SiteRedemptionAnswer;
  timeZone: string | undefined;
  onReverse: (redemption: SiteRedemptionAnswer) => void;
}) {
  const { t, format } = useLocale('redemptions');
  const { row, timeZone } = props;
  const state = redemptionState(row);
  const customer = format.person(row.customerName);
  const benefit = format.benefit(row.benefitTerms);
  const money = (amount: string) => format.money(amount, row.currency);
  const by = row.confirmedVia === 'self' ? t('via.self') : t('confirmedBy', { name: format.person(row.confirmedBy) });
  return (
    <Box
      id={rowId(row.id)}
      tabIndex={-1}
      sx={{
        display: 'grid',
        '&:focus-visible': { outlineOffset: 4, borderRadius: 1 },
        columnGap: 2,
        rowGap: 0.5,
        py: 1.5,
        alignItems: { xs: 'start', md: 'center' },
        gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', md: 'minmax(0, 1fr) auto 150px' },
      }}
    >
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 600 }}>{benefit}</Typography>
        <Typography variant="body2">
          <bdi>{customer}</bdi> · <bdi>{row.qrName}</bdi>
        </Typography>
        <Typography variant="quiet">
          {format.dateTime(row.redeemedAt, timeZone)} · <bdi>{by}</bdi>
          {row.confirmedVia !== 'self' && ` · ${t(`via.${row.confirmedVia}`)}`}
          {row.reference !== undefined && ` · ${t('reference', { reference: row.reference })}`}
        </Typography>
        {row.reversedAt !== null && (
          <Typography variant="quiet">
            {t('reversedLine', { amount: money(row.reversedAmount), when: format.dateTime(row.reversedAt, timeZone) })}
          </Typography>
        )}
      </Box>
      <Stack spacing={0.5} sx={{ alignItems: 'flex-end' }}>
        {row.confirmation === null ? (
          <Typography variant="amount">{money(row.saleAmount)}</Typography>
        ) : (
          // The site's default: staff have confirmed no sale. On two lines where the benefit beside it needs the room.
          <Typography variant="quiet" sx={{ maxWidth: { xs: '8rem', md: 'none' }, textAlign: 'right' }}>
            {t('expected', { amount: money(row.saleAmount) })}
          </Typography>
        )}
        <StatusBadge tone={TONES[state]} label={t(`state.${state}`)} />
      </Stack>
      <Box sx={{ gridColumn: { xs: '1 / -1', md: 'auto' }, textAlign: { md: 'right' } }}>
        <LinkButton
          to={`/support/redemption/${row.id}`}
          variant="text"
          startIcon={<HistoryOutlined />}
          aria-label={t('timelineOf', { benefit, name: customer })}
          sx={{ ml: { xs: -1, md: 0 } }}
        >
          {t('timeline')}
        </LinkButton>
        {state !== 'reversed' && (
          <Button
            startIcon={<UndoOutlined />}
            aria-label={t('reverse.openFor', { benefit, name: customer })}
            onClick={() => props.onReverse(row)}
            sx={{ ml: { xs: -1, md: 0 } }}
          >
            {t('reverse.open')}
          </Button>
        )}
      </Box>
    </Box>
  );
}

const NAMES = { filters: REDEMPTION_STATES, sorts: ['newest', 'oldest', 'amount'], pageLength: 50 } as const;

export default function RedemptionsPage() {
  const { t } = useLocale('redemptions');
  const { siteId = '' } = useParams();
  const site = useSite(siteId);
  const timeZone = site?.timeZone;
  const only = useSearchParams()[0].get('redemption');
  const list = useServerList(calls.siteRedemptions, { siteId }, NAMES, { ids: only ?? undefined });
  const [reversing, setReversing] = useState<SiteRedemptionAnswer | null>(null);
  useFocusBack(reversing?.id ?? null);
  const redemptionRow = useCallback(
    (redemption: SiteRedemptionAnswer) => (
      <RedemptionRow row={redemption} timeZone={timeZone} onReverse={setReversing} />
    ),
    [timeZone],
  );
  const csv = <ListDownload title={t('title')} of={site?.name} list={list} />;
  return (
    <>
      <BackLink to="/sites" label={t('back')} />
      <PageHeader title={t('title')} subtitle={site?.name ?? ''} />
      <Panels>
        <Panel title={t('list')} subtitle={timeZone && t('zone', { zone: timeZone })} action={csv}>
          {only !== null && (
            <Alert
              severity="info"
              sx={{ mb: 2 }}
              action={
                <LinkButton to={`/sites/${siteId}/redemptions`} variant="text" color="inherit">
                  {t('showAll')}
                </LinkButton>
              }
            >
              {t('only')}
            </Alert>
          )}
          <ServerListView
            list={list}
            label={t('title')}
            search={t('search')}
            nameOf={(state) => t(`state.${state}`)}
            empty={
              <EmptyState
                icon={<RedeemOutlined />}
                title={t('empty')}
                text={t('emptyText')}
                action={<NextStep step="redeem" />}
              />
            }
            keyOf={(redemption) => redemption.id}
            height={120}
          >
            {redemptionRow}
          </ServerListView>
        </Panel>
        <RefusedAttemptsOfSite siteId={siteId} timeZone={timeZone} />
      </Panels>
      {reversing && <ReverseDialog redemption={reversing} onClose={() => setReversing(null)} />}
    </>
  );
}
