import DoneAll from '@mui/icons-material/DoneAll';
import { Button, type ButtonProps, ListItemText } from '@mui/material';
import type { DataRequestAnswer } from '@perktree/contracts/account/data-request-calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { EmptyState, LinkButton, Panel, QueryView, StatusBadge } from '../kit/page.tsx';
import { Rows } from '../kit/rows.tsx';
import { callApi } from '../lib/api.ts';
import { useAuth } from '../lib/auth.tsx';
import { useApi, useCommand } from '../lib/use-api.ts';
import { isolated, joined, useLocale } from '../lib/use-locale.ts';
import { timelinePath } from './timeline-path.ts';

const TONES = { open: 'warning', done: 'good', refused: 'quiet' } as const;

interface Decided {
  readonly request: DataRequestAnswer;
  readonly decision: 'done' | 'refused';
}

/** What persons ask about their data: an owner sees what became of it, a superadmin carries it out. */
export function DataRequests() {
  const { t, format } = useLocale('support');

  const isOperator = useAuth().role === 'superadmin';
  const query = useApi(calls.dataRequests, {}, { staleTime: 0 });
  const nameOf = ({ kind, person }: DataRequestAnswer) =>
    `${t(`data.kind.${kind}`)}: ${isolated(format.person(person.name))}`;
  const decide = useCommand({
    send: ({ request, decision }: Decided) =>
      callApi(calls.decideDataRequest, { params: { requestId: request.id }, body: { decision } }),
    done: ({ state }, { request }) => ({ title: t(`data.sent.${state}`), description: nameOf(request) }),
    failed: t('data.failed'),
    changes: [calls.dataRequests],
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
                    t('data.line', { who: t(`data.askedBy.${request.askedBy}`), when: format.dateTime(request.at) }),
                    request.enteredBy !== null && t('data.enteredBy', { name: format.person(request.enteredBy) }),
                    request.reason,
                    request.state === 'open'
                      ? t('data.due', { when: format.date(request.dueAt) })
                      : request.decidedAt !== null && t('data.ended', { when: format.dateTime(request.decidedAt) }),
                  ])}
                  slotProps={{ primary: { sx: { fontWeight: 600 } } }}
                />
                <StatusBadge tone={TONES[request.state]} label={t(`data.state.${request.state}`)} />
                <LinkButton
                  to={timelinePath('customer', request.person.id)}
                  variant="text"
                  aria-label={`${t('timeline.title')}: ${nameOf(request)}`}
                >
                  {t('timeline.title')}
                </LinkButton>
                {isOperator &&
                  request.state === 'open' &&
                  (['done', 'refused'] as const).map((decision) => {
                    const isErasure = decision === 'done' && request.kind === 'erasure';
                    const button: ButtonProps = {
                      disabled: decide.isPending,
                      color: isErasure ? 'error' : 'primary',
                      'aria-label': `${t(`data.decision.${decision}`)}: ${nameOf(request)}`,
                      children: t(`data.decision.${decision}`),
                    };
                    const given = { request, decision };
                    return isErasure ? (
                      <ConfirmButton
                        key={decision}
                        {...{ button, given, command: decide, destructive: true }}
                        title={t('data.eraseTitle', { name: format.person(request.person.name) })}
                        confirmLabel={t('data.kind.erasure')}
                      >
                        {t('data.eraseText')}
                      </ConfirmButton>
                    ) : (
                      <Button key={decision} {...button} onClick={() => decide.mutate(given)} />
                    );
                  })}
              </>
            )}
          </Rows>
        )}
      </QueryView>
    </Panel>
  );
}
