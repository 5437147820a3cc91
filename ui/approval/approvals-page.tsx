import ApprovalOutlined from '@mui/icons-material/ApprovalOutlined';
import { Box, Button, FormGroup, FormLabel, Stack, Typography } from '@mui/material';
import type { ApprovalsAnswer } from '@perktree/contracts/approval/calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { currencySymbol } from '@perktree/contracts/kernel/money';
import type { SiteAnswer } from '@perktree/contracts/site/calls';
import { SwitchField } from '../kit/form/check-field.tsx';
import { EditedMeanwhile } from '../kit/form/fields.tsx';
import { FormField, RestoredNotice } from '../kit/form/form.tsx';
import { LoadedView } from '../kit/list/list-footer.tsx';
import { Loading } from '../kit/loading.tsx';
import { BackLink, EmptyCard, EmptyState, PageHeader, Panel, Panels, QueryView, StatusBadge } from '../kit/page.tsx';
import { Rows } from '../kit/rows.tsx';
import { headingAfter } from '../kit/screen-heading.tsx';
import { SitePicker } from '../kit/site-picker.tsx';
import { useChosenSite } from '../kit/use-site.ts';
import { callApi } from '../lib/api.ts';
import { useAuth } from '../lib/auth.tsx';
import { useEditForm } from '../lib/forms/use-edit-form.ts';
import { queryKeyOf, useApi, useApiPages, useCommand } from '../lib/use-api.ts';
import { useLocale } from '../lib/use-locale.ts';
import { ClosedMonths, useApprovalsChange } from './closed-months.tsx';

/** The ids of the approvers are in one field, with a space between them. */
const RULE_FIELDS = { payoutsAbove: 'decimal', monthsNeedSignOff: 'flag', approverIds: 'choice' } as const;
const idsIn = (text: string): string[] => text.split(' ').filter((id) => id !== '');

/** What the owner asks a second person for, and who of the staff that can be. */
function RulePanel({ approvals }: { approvals: ApprovalsAnswer }) {
  const { t, format } = useLocale('approvals');
  const show = useApprovalsChange();
  const { siteId, currency, payoutsAbove, monthsNeedSignOff, approvers } = approvals;
  const staff = useApiPages(calls.listStaff, { params: { siteId }, query: { limit: '200' } }, { keepsAllPages: true });
  const form = useEditForm({
    fields: RULE_FIELDS,
    saved: { payoutsAbove, monthsNeedSignOff, approverIds: approvers.map(({ id }) => id) },
    initial: (saved) => ({
      payoutsAbove: saved.payoutsAbove ?? '',
      monthsNeedSignOff: saved.monthsNeedSignOff,
      approverIds: saved.approverIds.join(' '),
    }),
    call: calls.setApprovalRule,
    body: (values) => ({
      payoutsAbove: values.payoutsAbove ?? null,
      monthsNeedSignOff: values.monthsNeedSignOff,
      approverIds: idsIn(values.approverIds),
    }),
    params: { siteId },
    done: () => ({ title: t('rule.done') }),
    failed: t('rule.failed'),
    onSuccess: show,
  });
  const chosen = new Set(idsIn(form.typed.approverIds));
  const toggle = (id: string) => {
    const after = new Set(chosen);
    if (!after.delete(id)) after.add(id);
    form.change('approverIds', [...after].toSorted().join(' '));
  };
  const labels: Readonly<Record<string, string>> = {
    payoutsAbove: t('rule.payoutsAbove', { symbol: currencySymbol(currency) }),
    monthsNeedSignOff: t('rule.months'),
    approverIds: t('rule.approvers'),
  };
  const nameOf = (id: string) => format.person(staff.items?.find(({ userId }) => userId === id)?.name ?? id);
  const text = (field: string, value: unknown) =>
    field === 'approverIds' && (value as string[]).length > 0 ? (value as string[]).map(nameOf).join(', ') : undefined;
  return (
    <Panel title={t('rule.title')} subtitle={t('rule.text')}>
      <Stack component="form" ref={form.ref} noValidate onSubmit={form.submit} spacing={2.5}>
        <RestoredNotice form={form} />
        <EditedMeanwhile conflict={form.conflict} words={{ label: (field) => labels[field] ?? field, text }} />
        <FormField
          form={form}
          name="payoutsAbove"
          label={t('rule.payoutsAbove', { symbol: currencySymbol(currency) })}
          helperText={t('rule.payoutsAboveHelp')}
          sx={{ maxWidth: { sm: 320 } }}
        />
        <SwitchField
          label={t('rule.months')}
          checked={form.typed.monthsNeedSignOff}
          onChange={(on) => form.change('monthsNeedSignOff', on)}
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
                  <SwitchField
                    key={userId}
                    label={`${format.person(name)} · ${email}`}
                    checked={chosen.has(userId)}
                    onChange={() => toggle(userId)}
                    sx={{ overflowWrap: 'anywhere' }}
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
  const { t, format } = useLocale('approvals');
  const { payouts, payoutsAbove, currency, siteTimeZone } = approvals;
  const limit = payoutsAbove === null ? null : format.money(payoutsAbove, currency);
  return (
    <Panel
      title={t('payouts.title')}
      subtitle={
        limit === null ? t('payouts.none') : `${t('payouts.text', { limit })} ${t('zone', { zone: siteTimeZone })}`
      }
    >
      <Rows
        items={payouts}
        keyOf={({ id }) => id}
        empty={<Typography>{t('payouts.empty')}</Typography>}
        lines="none"
        sx={{ gap: 2, flexWrap: 'wrap' }}
      >
        {(payout) => <WaitingPayout payout={payout} approvals={approvals} />}
      </Rows>
    </Panel>
  );
}

function WaitingPayout({ payout, approvals }: { payout: Waiting; approvals: ApprovalsAnswer }) {
  const { t, format } = useLocale('approvals');
  const show = useApprovalsChange();
  const { id, distributor, createdAt, approved } = payout;
  const { siteId, siteTimeZone, isApprover } = approvals;
  const name = format.person(distributor.name);
  const amount = format.money(payout.amount, payout.currency);
  const when = (iso: string) => format.dateTime(iso, siteTimeZone);
  const approve = useCommand({
    send: () => callApi(calls.approvePayout, { params: { payoutId: id } }),
    done: () => ({ title: t('payouts.done'), description: `${name}: ${amount}` }),
    failed: t('payouts.failed'),
    changes: [queryKeyOf(calls.approvals, { params: { siteId } })],
    onDone: show,
  });
  return (
    <>
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Typography variant="name">{name}</Typography>
        <Typography variant="quiet">
          {when(createdAt)} · {id}
        </Typography>
        {approved !== null && (
          <Typography variant="body2">
            {t('payouts.approvedBy', { name: format.person(approved.by.name), when: when(approved.at) })}
          </Typography>
        )}
      </Box>
      <Typography variant="amount">{amount}</Typography>
      {approved !== null ? (
        <StatusBadge tone="good" label={t('payouts.approved')} />
      ) : isApprover ? (
        <Button
          ref={headingAfter}
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
    </>
  );
}

/** What needs a second person on a site: the owner chooses it, an approver of the staff agrees to it. */
export default function ApprovalsPage() {
  const { t } = useLocale(['approvals', 'list']);
  const isOwner = useAuth().role === 'site_owner';
  const { site, newest, isOneOfSeveral, pick } = useChosenSite();
  return (
    <>
      {isOwner && <BackLink to="/payouts" label={t('back')} />}
      <PageHeader title={t('title')} subtitle={t(isOwner ? 'subtitleOwner' : 'subtitleStaff')} />
      {isOneOfSeveral && (
        <Stack sx={{ mb: 2.5, maxWidth: { sm: 320 } }}>
          <SitePicker label={t('site')} site={site} onPick={pick} />
        </Stack>
      )}
      {site === null ? (
        <QueryView query={newest}>
          {(sites) => (sites.length > 0 ? <Loading /> : <EmptyCard icon={<ApprovalOutlined />} title={t('noSites')} />)}
        </QueryView>
      ) : (
        <OfSite key={site.id} site={site} isOwner={isOwner} />
      )}
    </>
  );
}

function OfSite({ site, isOwner }: { site: SiteAnswer; isOwner: boolean }) {
  const { t } = useLocale('approvals');
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
