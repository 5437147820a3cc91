import SearchOff from '@mui/icons-material/SearchOff';
import { Button, List, ListItem, ListItemButton, ListItemText, Stack, TextField } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { CallAnswer } from '@perktree/contracts/kernel/call';
import { isolated, joined } from '@perktree/contracts/kernel/isolated';
import { personName } from '@perktree/contracts/kernel/person-name';
import { SEARCH_LENGTH, type SupportFound } from '@perktree/contracts/support/calls';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { EmptyState } from '../kit/empty-state.tsx';
import { PageHeader } from '../kit/page-header.tsx';
import { Panel } from '../kit/panel.tsx';
import { Panels } from '../kit/panels.tsx';
import { QueryView } from '../kit/query-view.tsx';
import { RefusedAttemptsOfPerson } from '../kit/refused-attempts.tsx';
import { callApi } from '../lib/api.ts';
import type { ApiError } from '../lib/api-error.ts';
import { useAuth } from '../lib/auth.tsx';
import { formatDateTime, formatMoney } from '../lib/format.ts';
import { DataRequests } from './data-requests.tsx';
import { PendingDisputes } from './pending-disputes.tsx';
import { PendingFundings } from './pending-fundings.tsx';
import { subjectName } from './subject-name.ts';
import { foundPath } from './timeline-path.ts';
import { ViewAsPanel } from './view-as-panel.tsx';

function SubjectList({ subjects }: { subjects: readonly SupportFound[] }) {
  const { t, i18n } = useTranslation('support');
  const { language } = i18n;
  return (
    <List aria-label={t('search.found')} sx={{ mt: 1 }} disablePadding>
      {subjects.map((subject, n) => {
        const { kind, id, title, email, site, code, at, customer, amount, currency } = subject;
        const more = [
          customer && personName(customer, language),
          amount && currency && formatMoney(amount, currency, language),
          email,
          kind === 'site' ? null : site?.name,
          code,
          at && formatDateTime(at, language),
        ];
        return (
          <ListItem key={`${kind} ${id}`} disablePadding divider={n < subjects.length - 1}>
            <ListItemButton component={Link} to={foundPath(subject)} sx={{ px: 1, borderRadius: 1 }}>
              <ListItemText
                primary={`${t(`kind.${kind}`)}: ${isolated(subjectName(kind, title, language))}`}
                secondary={joined(more)}
                slotProps={{ primary: { sx: { fontWeight: 600 } } }}
              />
            </ListItemButton>
          </ListItem>
        );
      })}
    </List>
  );
}

/** Id of the only customer or distributor found, or null. */
function singlePersonOf(subjects: readonly SupportFound[]): string | null {
  const ids = new Set(subjects.flatMap(({ kind, id }) => (kind === 'customer' || kind === 'distributor' ? [id] : [])));
  const [id] = ids;
  return ids.size === 1 && id !== undefined ? id : null;
}

export default function SupportPage() {
  const { t } = useTranslation('support');
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
        actions={
          role === 'superadmin' && (
            <Button component={Link} to="/support/tenants" variant="outlined">
              {t('tenants.title')}
            </Button>
          )
        }
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
              {(subjects) =>
                subjects.length === 0 ? (
                  <EmptyState icon={<SearchOff />} title={t('search.none')} text={t('search.noneText')} />
                ) : (
                  <SubjectList subjects={subjects} />
                )
              }
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
