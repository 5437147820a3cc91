import DoneAll from '@mui/icons-material/DoneAll';
import { Button, ListItemText } from '@mui/material';
import type { DataRequestAnswer } from '@perktree/contracts/account/data-request-calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState, Panel, QueryView, StatusBadge } from '../kit/page.tsx';
import { Rows } from '../kit/rows.tsx';
import { callApi } from '../lib/api.ts';
import { useAuth } from '../lib/auth.tsx';
import { formatDate, formatDateTime, isolated, joined, personName } from '../lib/format.ts';
import { useApi } from '../lib/use-api.ts';
import { useCommand } from '../lib/use-command.ts';
import { timelinePath } from './timeline-path.ts';

const TONES = { open: 'warning', done: 'good', refused: 'quiet' } as const;

interface Decided {
  readonly request: DataRequestAnswer;
  readonly decision: 'done' | 'refused';
}

/** What persons ask about their data: an owner sees what became of it, a superadmin carries it out. */
export function DataRequests() {
  const { t, i18n } = useTranslation('support');
  const { language } = i18n;
  const time = (iso: string) => formatDateTime(iso, language);
  const isOperator = useAuth().role === 'superadmin';
  const query = useApi(calls.dataRequests, {}, { staleTime: 0 });
  const nameOf = ({ kind, person }: DataRequestAnswer) =>
    `${t(`data.kind.${kind}`)}: ${isolated(personName(person.name, language))}`;
  const decide = useCommand({
    send: ({ request, decision }: Decided) =>
      callApi(calls.decideDataRequest, { params: { requestId: request.id }, body: { decision } }),
    done: ({ state }, { request }) => ({ title: t(`data.sent.${state}`), description: nameOf(request) }),
    failed: t('data.failed'),
    onDone: () => void query.refetch(),
  });
  return (
    <Panel title={t('data.title')} subtitle={t(isOperator ? 'data.subtitleAll' : 'data.subtitle')}>
      <QueryView query={query}>
        {(requests) => (
          <Rows
            items={requests}
            label={t('data.title')}
            keyOf={({ id }) => id}
            empty={<EmptyState icon={<DoneAll />} title={t('data.none')} />}
            lines="none"
            sx={{ flexWrap: 'wrap', columnGap: 1 }}
          >
            {(request) => (
              <>
                <ListItemText
                  primary={joined([nameOf(request), joined([request.firstName, request.lastName], ' ')])}
                  secondary={joined([
                    t('data.line', { who: t(`data.askedBy.${request.askedBy}`), when: time(request.at) }),
                    request.enteredBy !== null &&
                      t('data.enteredBy', { name: personName(request.enteredBy, language) }),
                    request.reason,
                    request.state === 'open'
                      ? t('data.due', { when: formatDate(request.dueAt, language) })
                      : request.decidedAt !== null && t('data.ended', { when: time(request.decidedAt) }),
                  ])}
                  slotProps={{ primary: { sx: { fontWeight: 600 } } }}
                />
                <StatusBadge tone={TONES[request.state]} label={t(`data.state.${request.state}`)} />
                <Button
                  component={Link}
                  to={timelinePath('customer', request.person.id)}
                  aria-label={`${t('timeline.title')}: ${nameOf(request)}`}
                >
                  {t('timeline.title')}
                </Button>
                {isOperator &&
                  request.state === 'open' &&
                  (['done', 'refused'] as const).map((decision) => (
                    <Button
                      key={decision}
                      disabled={decide.isPending}
                      color={decision === 'done' && request.kind === 'erasure' ? 'error' : 'primary'}
                      aria-label={`${t(`data.decision.${decision}`)}: ${nameOf(request)}`}
                      onClick={() => decide.mutate({ request, decision })}
                    >
                      {t(`data.decision.${decision}`)}
                    </Button>
                  ))}
              </>
            )}
          </Rows>
        )}
      </QueryView>
    </Panel>
  );
}
