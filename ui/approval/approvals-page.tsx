import ApprovalOutlined from '@mui/icons-material/ApprovalOutlined';
import { Box, Button, FormControlLabel, FormGroup, FormLabel, Stack, Switch, Typography } from '@mui/material';
import type { ApprovalsAnswer } from '@perktree/contracts/approval/calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { currencySymbol } from '@perktree/contracts/kernel/money';
import { personName } from '@perktree/contracts/kernel/person-name';
import type { SiteAnswer } from '@perktree/contracts/site/calls';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { EmptyState } from '../kit/empty-state.tsx';
import { FormField } from '../kit/form/form-field.tsx';
import { LoadedView } from '../kit/loaded-view.tsx';
import { Loading } from '../kit/loading.tsx';
import { BackLink, PageHeader } from '../kit/page-header.tsx';
import { Panel, Panels } from '../kit/panel.tsx';
import { QueryView } from '../kit/query-view.tsx';
import { SitePicker } from '../kit/site-picker.tsx';
import { StatusBadge } from '../kit/status-badge.tsx';
import { useNewestSites, useSiteOf } from '../kit/use-site.ts';
import { callApi } from '../lib/api.ts';
import { useAuth } from '../lib/auth.tsx';
import { formatDateTime, formatMoney } from '../lib/format.ts';
import { useForm } from '../lib/forms/use-form.ts';
import { failureToast, useToast } from '../lib/toast.tsx';
import { useApi, useApiPages } from '../lib/use-api.ts';
import { useCommand } from '../lib/use-command.ts';
import { withParameters } from '../lib/with-parameters.ts';
import { ClosedMonths, useApprovalsChange } from './closed-months.tsx';

/** What the owner asks a second person for, and who of the staff that can be. */
function RulePanel({ approvals }: { approvals: ApprovalsAnswer }) {
  const { t, i18n } = useTranslation('approvals');
  const toast = useToast();
  const show = useApprovalsChange();
  const { siteId, currency, payoutsAbove, monthsNeedSignOff, approvers } = approvals;
  const staff = useApiPages(calls.listStaff, { params: { siteId }, query: { limit: '200' } }, { keepsAllPages: true });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(approvers.map(({ id }) => id)));
  const toggle = (id: string) => {
    const after = new Set(chosen);
    if (!after.delete(id)) after.add(id);
    setChosen(after);
  };
  const form = useForm({
    fields: { payoutsAbove: 'decimal', monthsNeedSignOff: 'flag' },
    initial: { payoutsAbove: payoutsAbove ?? '', monthsNeedSignOff },
    call: calls.setApprovalRule,
    body: (values) => ({
      payoutsAbove: values.payoutsAbove ?? null,
      monthsNeedSignOff: values.monthsNeedSignOff,
      approverIds: [...chosen],
    }),
    params: { siteId },
    onSuccess: (answer) => {
      show(answer);
      toast({ title: t('rule.done') });
    },
    onError: failureToast(toast, t('rule.failed')),
  });
  return (
    <Panel title={t('rule.title')} subtitle={t('rule.text')}>
      <Stack component="form" noValidate onSubmit={form.submit} spacing={2.5}>
        <FormField
          form={form}
          name="payoutsAbove"
          label={t('rule.payoutsAbove', { symbol: currencySymbol(currency) })}
          helperText={t('rule.payoutsAboveHelp')}
          sx={{ maxWidth: { sm: 320 } }}
        />
        <FormControlLabel
          label={t('rule.months')}
          control={
            <Switch
              checked={form.typed.monthsNeedSignOff}
              onChange={(event) => form.change('monthsNeedSignOff', event.target.checked)}
            />
          }
          sx={{ minHeight: 44 }}
        />
        <FormGroup role="group" aria-label={t('rule.approvers')}>
          <FormLabel component="p" sx={{ m: 0 }}>
            {t('rule.approvers')}
          </FormLabel>
          <LoadedView list={staff}>
            {(people) =>
              people.length === 0 ? (
                <Typography variant="body2">{t('rule.noStaff')}</Typography>
              ) : (
                people.map(({ userId, name, email }) => (
                  <FormControlLabel
                    key={userId}
                    label={`${personName(name, i18n.language)} · ${email}`}
                    control={<Switch checked={chosen.has(userId)} onChange={() => toggle(userId)} />}
                    sx={{ minHeight: 44, overflowWrap: 'anywhere' }}
                  />
                ))
              )
            }
          </LoadedView>
        </FormGroup>
        <Button type="submit" variant="contained" loading={form.pending} sx={{ alignSelf: 'flex-start' }}>
          {t('rule.save')}
        </Button>
      </Stack>
    </Panel>
  );
}

type Waiting = ApprovalsAnswer['payouts'][number];

/** Payouts in processing that are paid only after a second person has approved them. */
function WaitingPayouts({ approvals }: { approvals: ApprovalsAnswer }) {
  const { t, i18n } = useTranslation('approvals');
  const { payouts, payoutsAbove, currency, siteTimeZone } = approvals;
  const limit = payoutsAbove === null ? null : formatMoney(payoutsAbove, currency, i18n.language);
  return (
    <Panel
      title={t('payouts.title')}
      subtitle={
        limit === null ? t('payouts.none') : `${t('payouts.text', { limit })} ${t('zone', { zone: siteTimeZone })}`
      }
    >
      {payouts.length === 0 ? (
        <Typography>{t('payouts.empty')}</Typography>
      ) : (
        <Stack component="ul" spacing={2} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {payouts.map((payout) => (
            <WaitingPayout key={payout.id} payout={payout} approvals={approvals} />
          ))}
        </Stack>
      )}
    </Panel>
  );
}

function WaitingPayout({ payout, approvals }: { payout: Waiting; approvals: ApprovalsAnswer }) {
  const { t, i18n } = useTranslation('approvals');
  const show = useApprovalsChange();
  const { id, distributor, createdAt, approved } = payout;
  const { siteTimeZone, isApprover } = approvals;
  const name = personName(distributor.name, i18n.language);
  const amount = formatMoney(payout.amount, payout.currency, i18n.language);
  const when = (iso: string) => formatDateTime(iso, i18n.language, siteTimeZone);
  const approve = useCommand({
    send: () => callApi(calls.approvePayout, { params: { payoutId: id } }),
    done: () => ({ title: t('payouts.done'), description: `${name}: ${amount}` }),
    failed: t('payouts.failed'),
    onDone: show,
  });
  return (
    <Stack component="li" direction="row" useFlexGap sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {when(createdAt)} · {id}
        </Typography>
        {approved !== null && (
          <Typography variant="body2">
            {t('payouts.approvedBy', { name: personName(approved.by.name, i18n.language), when: when(approved.at) })}
          </Typography>
        )}
      </Box>
      <Typography sx={{ fontWeight: 700, fontVariantNumeric: 'tabular-nums' }}>{amount}</Typography>
      {approved !== null ? (
        <StatusBadge tone="good" label={t('payouts.approved')} />
      ) : isApprover ? (
        <Button
          variant="contained"
          loading={approve.isPending}
          aria-label={t('payouts.approveOf', { name, amount })}
          onClick={() => approve.mutate()}
        >
          {t('payouts.approve')}
        </Button>
      ) : (
        <StatusBadge tone="warning" label={t('payouts.waits')} />
      )}
    </Stack>
  );
}

/** What needs a second person on a site: the owner chooses it, an approver of the staff agrees to it. */
export default function ApprovalsPage() {
  const { t } = useTranslation(['approvals', 'list']);
  const [query, setQuery] = useSearchParams();
  const isOwner = useAuth().role === 'site_owner';
  const newest = useNewestSites();
  const named = useSiteOf(query.get('site') ?? '');
  const site = named.data?.[0] ?? (named.isLoading ? null : (newest.data?.[0] ?? null));
  const pick = (siteId: string) => setQuery((before) => withParameters(before, { site: siteId }));
  return (
    <>
      {isOwner && <BackLink to="/payouts" label={t('back')} />}
      <PageHeader title={t('title')} subtitle={t(isOwner ? 'subtitleOwner' : 'subtitleStaff')} />
      {(newest.data?.length ?? 0) > 1 && (
        <Stack sx={{ mb: 2.5, maxWidth: { sm: 320 } }}>
          <SitePicker label={t('site')} site={site} onPick={pick} />
        </Stack>
      )}
      {site === null ? newest.isLoading && <Loading /> : <OfSite key={site.id} site={site} isOwner={isOwner} />}
    </>
  );
}

function OfSite({ site, isOwner }: { site: SiteAnswer; isOwner: boolean }) {
  const { t } = useTranslation('approvals');
  const approvals = useApi(calls.approvals, { params: { siteId: site.id } }, { staleTime: 0 });
  if (approvals.error?.code === 'NOT_APPROVER') {
    return <EmptyState icon={<ApprovalOutlined />} title={t('notNamed.title')} text={t('notNamed.text')} />;
  }
  return (
    <QueryView query={approvals}>
      {(known) => (
        <Panels>
          <WaitingPayouts approvals={known} />
          <ClosedMonths approvals={known} />
          {isOwner && <RulePanel approvals={known} />}
        </Panels>
      )}
    </QueryView>
  );
}
