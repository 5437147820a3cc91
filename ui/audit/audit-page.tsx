import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined';
import { Alert, Box, Button, ListItemButton, ListItemText, Stack, Typography } from '@mui/material';
import type { PublishedKey, SignedHead } from '@perktree/contracts/audit/chain-calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { UTC } from '@perktree/contracts/kernel/time-zone-name';
import { paperTable } from '@perktree/contracts/kernel/working-paper';
import { PAYOUT_STATUSES, type PayoutAnswer } from '@perktree/contracts/payout/calls';
import { useCallback, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { Figures } from '../kit/figures.tsx';
import { ListPanel, useServerList } from '../kit/list/server-list.tsx';
import { WhenNear } from '../kit/loading.tsx';
import { BackLink, EmptyState, LinkButton, PageHeader, Panel, Panels, QueryView } from '../kit/page.tsx';
import { useSite } from '../kit/use-site.ts';
import { BalancesPanel } from '../ledger/shared/balances-panel.tsx';
import { useAuth } from '../lib/auth.tsx';
import { useApi } from '../lib/use-api.ts';
import { isolated, joined, useLocale } from '../lib/use-locale.ts';
import { StatementPanel } from '../statement/shared/statement-panel.tsx';
import { MonthPanel } from './month-panel.tsx';
import { ReplayPanel } from './replay-panel.tsx';
import { ReportPanel } from './report-panel.tsx';
import { type AuditScope, isBackwards, PaperButtons, scopeOf, useColumns } from './report-parts.tsx';
import { SamplePanel } from './sample-panel.tsx';
import { ScopePanel } from './scope-panel.tsx';
import { WhatIfPanel } from './what-if-panel.tsx';

/** The heads and keys that an auditor keeps, so that history cannot be changed unseen. */
function ChainPanel({ scope }: { scope: AuditScope }) {
  const { t } = useLocale('audit');
  return (
    <Panel title={t('chain.title')} subtitle={t('chain.subtitle')} action={<ChainPaper scope={scope} />}>
      <WhenNear>
        <Chain scope={scope} />
      </WhenNear>
      <Limits />
    </Panel>
  );
}

const HEADS = { query: { limit: '1000' } } as const;

function Chain({ scope }: { scope: AuditScope }) {
  const { t } = useLocale('audit');
  const heads = useApi(calls.auditHeads, HEADS);
  const keys = useApi(calls.auditKeys, {});
  return (
    <QueryView query={heads} problem={t('chain.failed')}>
      {(data) => (
        <QueryView query={keys} problem={t('chain.failed')}>
          {(published) => <Newest heads={data.heads} keys={published.keys} scope={scope} />}
        </QueryView>
      )}
    </QueryView>
  );
}

/** Of what `Chain` has read, once it is near the visible area. */
function ChainPaper({ scope }: { scope: AuditScope }) {
  const { t } = useLocale('audit');
  const heads = useApi(calls.auditHeads, HEADS, { enabled: false });
  const keys = useApi(calls.auditKeys, {}, { enabled: false });
  const paper = usePaper(scope);
  return (
    <PaperButtons title={t('chain.title')} paper={heads.data && keys.data && paper(heads.data.heads, keys.data.keys)} />
  );
}

function Newest(props: { heads: readonly SignedHead[]; keys: readonly PublishedKey[]; scope: AuditScope }) {
  const { t, format } = useLocale('audit');
  const { heads, keys, scope } = props;
  const [head] = heads;
  const time = (iso: string) => format.dateTime(iso, scope.timeZone);
  if (head === undefined) return <Alert severity="warning">{t('chain.none')}</Alert>;
  const key = keys.find(({ keyId }) => keyId === head.keyId);
  const covers = scope.position === '' || BigInt(head.position) >= BigInt(scope.position);
  return (
    <Stack spacing={2}>
      {!covers && <Alert severity="warning">{t('chain.behind', { position: scope.position })}</Alert>}
      {key?.revoked && <Alert severity="error">{t('chain.revoked', { at: time(key.revoked.at) })}</Alert>}
      <Figures
        figures={[
          [t('chain.heads'), format.number(heads.length)],
          [t('chain.events'), format.number(head.events)],
          [t('replay.position'), head.position],
          [t('chain.signedAt'), `${time(head.signedAt)} (${scope.timeZone})`],
          [t('chain.since'), key ? time(key.since) : '–'],
        ]}
      />
      <Box component="dl" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {(['chain', 'root', 'keyId'] as const).map((name) => (
          <Typography key={name} variant="body2" component="div" sx={{ '& > *': { display: 'inline', m: 0 } }}>
            <Box component="dt" sx={{ color: 'text.secondary' }}>
              {t(`chain.${name}`)}{' '}
            </Box>
            <Box component="dd" sx={{ fontFamily: 'monospace' }}>
              {head[name]}
            </Box>
          </Typography>
        ))}
      </Box>
      <LinkButton to="/audit/heads" sx={{ alignSelf: 'flex-start' }}>
        {t('chain.compare')}
      </LinkButton>
      <Typography variant="quiet">{t('chain.help')}</Typography>
    </Stack>
  );
}

const LIMITS = ['heads', 'newest', 'unrecorded', 'bank', 'clock', 'people', 'copies'] as const;

function Limits() {
  const { t } = useLocale('audit');
  return (
    <>
      <Typography variant="h3" sx={{ mt: 2.5, mb: 0.5 }}>
        {t('limits.title')}
      </Typography>
      <ul>
        {LIMITS.map((limit) => (
          <li key={limit}>
            <Typography variant="body2">{t(`limits.${limit}`)}</Typography>
          </li>
        ))}
      </ul>
    </>
  );
}

function usePaper(scope: AuditScope) {
  const { t } = useLocale('audit');
  const columns = useColumns('chain');
  const position = useColumns()('position');
  return (heads: readonly SignedHead[], keys: readonly PublishedKey[]) => ({
    sites: [],
    scope: { from: null, to: null, timeZone: scope.timeZone, position: heads[0]?.position ?? null },
    currencies: [],
    result: [t('chain.count', { count: heads.length })],
    tables: [
      paperTable(
        t('chain.heads'),
        [...columns('events'), ...position, ...columns('signedAt', 'chain', 'root', 'parts', 'keyId', 'signature')],
        heads,
      ),
      paperTable<PublishedKey>(
        t('chain.keys'),
        [
          ...columns('keyId', 'publicKey', 'since', 'until'),
          { title: t('chain.revokedAt'), value: ({ revoked }) => revoked?.at ?? null },
        ],
        keys,
      ),
      paperTable<string>(t('limits.title'), [{ title: t('csv.what'), value: (limit) => t(`limits.${limit}`) }], LIMITS),
    ],
    data: { heads, keys },
  });
}

const NAMES = {
  prefix: 'payout-',
  filters: PAYOUT_STATUSES,
  sorts: ['newest', 'oldest', 'amount'] as const,
  pageLength: 20,
} as const;

/** All payouts of the site, with what the owner wrote as their reference: to compare with statements of the bank. */
function PayoutsPanel({ scope: { siteId, siteName, timeZone } }: { scope: AuditScope }) {
  const { t } = useLocale(['audit', 'payouts']);
  const list = useServerList(calls.sitePayouts, { siteId }, NAMES);
  const row = useCallback((payout: PayoutAnswer) => <PayoutRow payout={payout} zone={timeZone} />, [timeZone]);
  const title = t('month.payouts');
  return (
    <ListPanel
      title={title}
      subtitle={t('paid.subtitle', { zone: timeZone })}
      of={siteName}
      list={list}
      search={t('payouts:history.search')}
      nameOf={(status) => t(`payouts:history.status.${status}`)}
      empty={<EmptyState icon={<PaymentsOutlined />} title={t('payouts:history.empty')} />}
      keyOf={idOf}
      height={72}
      rowsByScrolling={0}
    >
      {row}
    </ListPanel>
  );
}

const idOf = ({ id }: PayoutAnswer) => id;

function PayoutRow({ payout, zone }: { payout: PayoutAnswer; zone: string }) {
  const { t, format } = useLocale(['audit', 'payouts']);
  const { id, amount, currency, name, status, reference, createdAt } = payout;
  return (
    <ListItemButton component={Link} to={`/payouts/${id}`} sx={{ px: 0 }}>
      <ListItemText
        primary={joined([format.money(amount, currency), format.person(name)])}
        secondary={joined([
          t(`payouts:history.status.${status}`),
          format.date(createdAt, zone),
          reference === null ? t('paid.noReference') : isolated(reference),
        ])}
      />
    </ListItemButton>
  );
}

/** The checks of one site: all of them are about the scope in the address. */
export default function AuditPage() {
  const { t } = useLocale('audit');
  const { siteId = '' } = useParams();
  const [query] = useSearchParams();
  const site = useSite(siteId);
  const { role } = useAuth();
  const [newest, setNewest] = useState<string>();
  const scope = scopeOf({ siteId, siteName: site?.name ?? '', timeZone: site?.timeZone ?? UTC }, query);
  const { siteName: name, timeZone, days } = scope;
  return (
    <>
      <BackLink to={role === 'site_owner' ? '/sites' : '/audit'} label={t('back')} />
      <PageHeader
        title={t('title')}
        subtitle={name}
        actions={
          <>
            <LinkButton to={`/sites/${siteId}/history`}>{t('terms')}</LinkButton>
            <LinkButton to="/looks">{t('looks')}</LinkButton>
            <Button variant="outlined" onClick={() => print()}>
              {t('print')}
            </Button>
          </>
        }
      />
      <Panels>
        <ScopePanel scope={scope} newest={newest} />
        {isBackwards(days) ? (
          <Alert severity="error">{t('scope.backwards')}</Alert>
        ) : (
          <>
            <ReplayPanel scope={scope} onPosition={setNewest} />
            <ReportPanel key={`report ${JSON.stringify(scope.query)}`} scope={scope} />
            <SamplePanel scope={scope} />
            <PayoutsPanel scope={scope} />
            <MonthPanel scope={scope} />
            <StatementPanel
              key={`statement ${days.from} ${days.to}`}
              site={{ id: siteId, name, timeZone }}
              period={days}
            />
            <BalancesPanel key={`balances ${days.to}`} site={{ id: siteId, timeZone }} day={days.to} />
            <WhatIfPanel scope={scope} />
            <ChainPanel scope={scope} />
          </>
        )}
      </Panels>
    </>
  );
}
