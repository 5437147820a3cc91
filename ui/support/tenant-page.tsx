import DoneAll from '@mui/icons-material/DoneAll';
import { Box, Chip, ListItemButton, ListItemText, Stack } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { DELETED_USER } from '@perktree/contracts/kernel/person-name';
import { PLANS } from '@perktree/contracts/subscription/plans';
import type { TenantDetails } from '@perktree/contracts/support/tenant-calls';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { BackLink, EmptyState, LinkButton, PageHeader, Panel, QueryView, StatusBadge } from '../kit/page.tsx';
import { Rows } from '../kit/rows.tsx';
import { loadRefusalWords, type RefusalWords, refusalText } from '../lib/public/refusal-words.ts';
import { useApi } from '../lib/use-api.ts';
import { isolated, joined, useLocale } from '../lib/use-locale.ts';
import { timelinePath } from './timeline-path.ts';
import { ViewAsPanel } from './view-as-panel.tsx';

type Failure = TenantDetails['failures'][number];

/** What was refused or failed in a business. */
function TenantFailures({ failures }: { failures: readonly Failure[] }) {
  const { t, format, language } = useLocale(['support', 'payout-reasons']);

  const [words, setWords] = useState<RefusalWords | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are in the page's language
  useEffect(() => void loadRefusalWords().then(setWords), [language]);
  const textOf = (failure: Failure) => {
    const { kind, code, message } = failure;
    if (kind === 'refusal') return message === '' ? code : refusalText(failure, words);
    const why = kind === 'payout' && code !== '' ? t(`payout-reasons:${code}`) : kind === 'webhook' ? code : null;
    return joined([t(`failure.${kind}`), why]);
  };
  return (
    <Panel title={t('failure.title')} subtitle={t('failure.subtitle')}>
      <Rows
        items={failures}
        label={t('failure.title')}
        keyOf={({ kind, id }) => `${kind} ${id}`}
        empty={<EmptyState icon={<DoneAll />} title={t('failure.none')} />}
        lines="none"
        sx={{ p: 0 }}
      >
        {(failure) => {
          const { at, site } = failure;
          const to = pathOf(failure);
          const text = <ListItemText primary={textOf(failure)} secondary={joined([site?.name, format.dateTime(at)])} />;
          if (to === null) return <Box sx={{ p: 1 }}>{text}</Box>;
          return (
            <ListItemButton component={Link} to={to} sx={{ px: 1, borderRadius: 1 }}>
              {text}
            </ListItemButton>
          );
        }}
      </Rows>
    </Panel>
  );
}

/** Null: superadmins have no page of it. What is given up is sent again as the page of queues says. */
function pathOf({ kind, id, site, personId }: Failure): string | null {
  if (kind === 'mail' || kind === 'webhook') return '/admin/queues';
  if (kind === 'payout') return `/payouts/${id}`;
  if (kind === 'refusal' && personId !== null) return timelinePath('customer', personId);
  return kind === 'flag' && site !== null ? `/sites/${site.id}/audit` : null;
}

/** A business as support needs it. */
export default function TenantPage() {
  const { t } = useLocale('support');
  const { tenantId = '' } = useParams();
  const query = useApi(calls.tenant, { params: { tenantId } }, { staleTime: 0 });
  return (
    <>
      <BackLink to="/support/tenants" label={t('tenants.title')} />
      <QueryView query={query} problem={t('tenants.failed')}>
        {(tenant) => <Tenant tenant={tenant} />}
      </QueryView>
    </>
  );
}

function Tenant({ tenant }: { tenant: TenantDetails }) {
  const { t, format } = useLocale('support');

  const { owner, plan, createdAt, limits, blocked, siteList, people, failures } = tenant;
  return (
    <>
      <PageHeader
        title={`${t('kind.tenant')}: ${isolated(format.person(owner?.name ?? DELETED_USER))}`}
        subtitle={joined([owner?.email, t('tenants.since', { when: format.dateTime(createdAt) })])}
      />
      <Stack spacing={2.5}>
        <Panel title={t('tenants.plan', { plan: PLANS[plan].name })}>
          <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
            {limits.map(({ limit, used, allowed }) => (
              <Chip
                key={limit}
                color={allowed !== null && used >= allowed ? 'warning' : 'default'}
                label={t(allowed === null ? `tenants.used.${limit}` : `tenants.usedOf.${limit}`, {
                  used: format.number(used),
                  allowed: format.number(allowed ?? 0),
                })}
              />
            ))}
            {blocked > 0 && <Chip color="warning" label={t('tenants.blocked', { count: blocked })} />}
          </Stack>
        </Panel>
        {owner !== null && <ViewAsPanel person={owner.id} as="site_owner" />}
        <Panel title={t('tenants.siteList')}>
          <Rows
            items={siteList}
            label={t('tenants.siteList')}
            keyOf={({ id }) => id}
            empty={<EmptyState title={t('tenants.noSites')} />}
            lines="none"
            sx={{ flexWrap: 'wrap', columnGap: 1 }}
          >
            {({ id, name, currency, isActive, createdAt: at }) => (
              <>
                <ListItemText primary={name} secondary={joined([currency, format.dateTime(at)])} />
                {!isActive && <StatusBadge tone="bad" label={t('tenants.inactive')} />}
                <LinkButton to={`/sites/${id}/audit`} variant="text" aria-label={t('tenants.auditOf', { site: name })}>
                  {t('tenants.audit')}
                </LinkButton>
                <LinkButton
                  to={`/sites/${id}/history`}
                  variant="text"
                  aria-label={t('tenants.historyOf', { site: name })}
                >
                  {t('tenants.history')}
                </LinkButton>
              </>
            )}
          </Rows>
        </Panel>
        <Panel title={t('tenants.people')} subtitle={t('tenants.peopleText')}>
          <Rows
            items={people}
            label={t('tenants.people')}
            keyOf={({ id, role, site }) => `${role} ${id} ${site?.id}`}
            empty={<EmptyState title={t('tenants.noPeople')} />}
            lines="none"
            sx={{ flexWrap: 'wrap', columnGap: 1 }}
          >
            {({ id, name, email, role, site }) => (
              <>
                <ListItemText primary={format.person(name)} secondary={joined([email, site?.name])} />
                <StatusBadge tone="quiet" label={t(`common:role.${role}`)} />
                <LinkButton
                  to={timelinePath(role === 'distributor' ? 'distributor' : 'customer', id)}
                  variant="text"
                  aria-label={t('tenants.timelineOf', {
                    name: format.person(name),
                    role: t(`common:role.${role}`),
                    site: site?.name ?? '',
                  })}
                >
                  {t('timeline.title')}
                </LinkButton>
              </>
            )}
          </Rows>
        </Panel>
        <TenantFailures failures={failures} />
      </Stack>
    </>
  );
}
