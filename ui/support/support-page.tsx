import DoneAll from '@mui/icons-material/DoneAll';
import SearchOff from '@mui/icons-material/SearchOff';
import { Button, ListItemButton, ListItemText, Stack, TextField, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { CallAnswer } from '@perktree/contracts/kernel/call';
import type { FundingDecision, PayoutFundingAnswer } from '@perktree/contracts/payout/funding-calls';
import { type DisputeAnswer, SEARCH_LENGTH, type SupportFound } from '@perktree/contracts/support/calls';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { ListPanel, useServerList } from '../kit/list/server-list.tsx';
import { EmptyState, LinkButton, PageHeader, Panel, Panels, QueryView, StatusBadge } from '../kit/page.tsx';
import { Rows } from '../kit/rows.tsx';
import { callApi } from '../lib/api.ts';
import type { ApiError } from '../lib/api-error.ts';
import { useAuth } from '../lib/auth.tsx';
import { useApi, useCommand } from '../lib/use-api.ts';
import { isolated, joined, useLocale } from '../lib/use-locale.ts';
import { RefusedAttemptsOfPerson } from '../redemption/shared/refused-attempts.tsx';
import { DataRequests } from './data-requests.tsx';
import { DISPUTE_TONES } from './dispute-panel.tsx';
import { foundPath, subjectName, timelinePath } from './timeline-path.ts';
import { ViewAsPanel } from './view-as-panel.tsx';

interface Decided {
  readonly funding: PayoutFundingAnswer;
  readonly decision: FundingDecision;
}

/** The money for automatic payouts that waits for the operator. */
function PendingFundings() {
  const { t, format } = useLocale('support');
  const query = useApi(calls.payoutFundings, {});
  const decide = useCommand({
    send: ({ funding: { id, tenantId }, decision }: Decided) =>
      callApi(calls.decidePayoutFunding, { params: { tenantId, fundingId: id }, body: { decision } }),
    done: (_, { funding, decision }) => ({ title: t(`fundings.done.${decision}`), description: funding.site }),
    failed: t('fundings.failed'),
    changes: [calls.payoutFundings],
  });
  return (
    <Panel title={t('fundings.title')} subtitle={t('fundings.subtitle')}>
      <QueryView query={query}>
        {(fundings) => (
          <Rows
            items={fundings}
            keyOf={({ id }) => id}
            empty={<Typography sx={{ color: 'text.secondary' }}>{t('fundings.none')}</Typography>}
            lines="all"
            sx={{ gap: 2, flexWrap: 'wrap' }}
          >
            {(funding) => (
              <>
                <ListItemText
                  primary={joined([funding.site, format.money(funding.amount, funding.currency)])}
                  secondary={t(funding.status === 'disputed' ? 'fundings.disputed' : 'fundings.waiting', {
                    count: funding.payouts,
                    since: format.dateTime(funding.createdAt),
                  })}
                />
                <Stack direction="row" spacing={1}>
                  {DECISIONS[funding.status === 'disputed' ? 'disputed' : 'waiting'].map((decision) => {
                    const given = { funding, decision };
                    const button = { disabled: decide.isPending, children: t(`fundings.decision.${decision}`) };
                    return decision === 'settle' ? (
                      <Button key={decision} {...button} onClick={() => decide.mutate(given)} />
                    ) : (
                      <ConfirmButton
                        key={decision}
                        {...{ button, given, command: decide, destructive: decision === 'decline' }}
                        title={t(`fundings.ask.${decision}`)}
                        confirmLabel={button.children}
                      >
                        {t(`fundings.askText.${decision}`)}
                      </ConfirmButton>
                    );
                  })}
                </Stack>
              </>
            )}
          </Rows>
        )}
      </QueryView>
    </Panel>
  );
}

const DECISIONS = { disputed: ['settle'], waiting: ['approve', 'decline'] } as const;

const NAMES = {
  prefix: 'dispute',
  filters: ['open', 'answered'],
  sorts: ['newest', 'oldest'],
  pageLength: 20,
} as const;

function PendingDisputes() {
  const { t } = useLocale('support');
  const list = useServerList(calls.disputes, {}, NAMES);
  return (
    <ListPanel
      title={t('disputes.title')}
      subtitle={t('disputes.subtitle')}
      list={list}
      search={t('disputes.search')}
      nameOf={(state) => t(`dispute.state.${state}`)}
      empty={<EmptyState icon={<DoneAll />} title={t('disputes.none')} />}
      keyOf={idOf}
      height={80}
    >
      {disputeRow}
    </ListPanel>
  );
}

const idOf = ({ redemptionId }: DisputeAnswer) => redemptionId;
const disputeRow = (dispute: DisputeAnswer) => <DisputeRow dispute={dispute} />;

function DisputeRow({ dispute }: { dispute: DisputeAnswer }) {
  const { t, format } = useLocale('support');
  const { redemptionId, title, site, state, openedAt, changedAt, notes } = dispute;
  return (
    <ListItemButton
      component={Link}
      to={timelinePath('redemption', redemptionId)}
      sx={{ px: 1, gap: 1.5, borderRadius: 1 }}
    >
      <ListItemText
        primary={joined([title, site.name])}
        secondary={t('disputes.line', {
          opened: format.dateTime(openedAt),
          changed: format.dateTime(changedAt),
          count: notes,
        })}
        slotProps={{ primary: { sx: { fontWeight: 600 } } }}
      />
      <StatusBadge tone={DISPUTE_TONES[state]} label={t(`dispute.state.${state}`)} />
    </ListItemButton>
  );
}

function SubjectList({ subjects }: { subjects: readonly SupportFound[] }) {
  const { t, format, language } = useLocale('support');

  return (
    <Rows
      items={subjects}
      label={t('search.found')}
      keyOf={({ kind, id }) => `${kind} ${id}`}
      empty={<EmptyState icon={<SearchOff />} title={t('search.none')} text={t('search.noneText')} />}
      listSx={{ mt: 1 }}
      sx={{ p: 0 }}
    >
      {(subject) => {
        const { kind, title, email, site, code, at, customer, amount, currency } = subject;
        const more = [
          customer && format.person(customer),
          amount && currency && format.money(amount, currency),
          email,
          kind === 'site' ? null : site?.name,
          code,
          at && format.dateTime(at),
        ];
        return (
          <ListItemButton component={Link} to={foundPath(subject)} sx={{ px: 1, borderRadius: 1 }}>
            <ListItemText
              primary={`${t(`kind.${kind}`)}: ${isolated(subjectName(kind, title, language))}`}
              secondary={joined(more)}
              slotProps={{ primary: { sx: { fontWeight: 600 } } }}
            />
          </ListItemButton>
        );
      }}
    </Rows>
  );
}

function singlePersonOf(subjects: readonly SupportFound[]): string | null {
  const ids = new Set(subjects.flatMap(({ kind, id }) => (kind === 'customer' || kind === 'distributor' ? [id] : [])));
  const [id] = ids;
  return ids.size === 1 && id !== undefined ? id : null;
}

export default function SupportPage() {
  const { t } = useLocale('support');
  const { state } = useLocation() as { state: { q?: string } | null };
  const navigate = useNavigate();
  const { role } = useAuth();
  const q = state?.q ?? '';
  const [typed, setTyped] = useState(q);
  // Back restores an earlier search.
  useEffect(() => setTyped(q), [q]);
  const found = useQuery<CallAnswer<typeof calls.supportSearch>, ApiError>({
    queryKey: [calls.supportSearch.path, q],
    queryFn: () => callApi(calls.supportSearch, { body: { q } }),
    enabled: q !== '',
    staleTime: 0,
    gcTime: 0,
  });
  const person = singlePersonOf(found.data ?? []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // In the history state and not in the address, because an e-mail address does not belong in URLs.
    if (typed.trim() !== '') navigate('.', { state: { q: typed.trim() }, replace: q === typed.trim() });
  };
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={role === 'superadmin' && <LinkButton to="/support/tenants">{t('tenants.title')}</LinkButton>}
      />
      <Panels>
        <Panel title={t('search.title')}>
          <Stack
            component="form"
            role="search"
            onSubmit={submit}
            direction={{ xs: 'column', sm: 'row' }}
            spacing={1.5}
            sx={{ alignItems: { sm: 'flex-start' } }}
          >
            <TextField
              type="search"
              label={t(role === 'superadmin' ? 'search.labelAll' : 'search.label')}
              helperText={t(role === 'superadmin' ? 'search.helpAll' : 'search.help')}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              slotProps={{ htmlInput: { maxLength: SEARCH_LENGTH, autoComplete: 'off' } }}
              sx={{ flex: 1, minWidth: 0 }}
            />
            <Button type="submit" variant="contained" sx={{ height: { sm: 56 } }}>
              {t('search.submit')}
            </Button>
          </Stack>
          {q !== '' && (
            <QueryView query={found} problem={t('search.failed')}>
              {(subjects) => <SubjectList subjects={subjects} />}
            </QueryView>
          )}
        </Panel>
        {person !== null && <RefusedAttemptsOfPerson personId={person} />}
        <PendingDisputes />
        {role !== 'auditor' && <DataRequests />}
        {role === 'superadmin' && <PendingFundings />}
        {role === 'superadmin' && <ViewAsPanel />}
      </Panels>
    </>
  );
}
