import { Alert, Button, Card, CardActions, CardContent, LinearProgress, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { ReadModelName } from '@perktree/contracts/catalogue/read-models';
import type { ProjectionsAnswer, ProjectionTable } from '@perktree/contracts/operation/projection-calls';
import { useId } from 'react';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { PageHeader, Panel, QueryView, StatusBadge } from '../../kit/page.tsx';
import { callApi } from '../../lib/api.ts';
import { useApi, useCommand } from '../../lib/use-api.ts';
import { useLocale } from '../../lib/use-locale.ts';

const COMMANDS = {
  rebuild: calls.rebuildProjections,
  verify: calls.verifyProjections,
  pause: calls.pauseProjections,
  resume: calls.resumeProjections,
  swap: calls.swapProjections,
  drop: calls.dropProjections,
} as const;
type CommandName = keyof typeof COMMANDS;

function CommandButton(props: {
  readonly what: CommandName;
  /** Null: all read models. */
  readonly name: ReadModelName | null;
  /** With `drop`: drop the copy that was not swapped in, instead of the old table. */
  readonly unfinished?: boolean;
  readonly disabled: boolean;
}) {
  const { what, name, unfinished = false, disabled } = props;
  const { t } = useLocale('projections');
  const words = unfinished ? 'dropUnfinished' : what;
  const target = name ?? t('all');
  const run = useCommand({
    send: () =>
      callApi(COMMANDS[what], { body: { ...(name ? { names: [name] } : {}), ...(unfinished ? { unfinished } : {}) } }),
    done: () => ({ title: t(`${words}.done`), description: target }),
    failed: t(`${words}.failed`),
    changes: [calls.projections],
  });
  return (
    <ConfirmButton
      button={{
        variant: name !== null ? 'text' : what === 'rebuild' ? 'contained' : 'outlined',
        size: name === null ? 'medium' : 'small',
        disabled,
        'aria-label': t(`${words}.label`, { target }),
        children: t(name === null ? `${words}.buttonAll` : `${words}.button`),
      }}
      title={t(`${words}.title`, { target })}
      confirmLabel={t(`${words}.button`)}
      destructive={what === 'drop'}
      command={run}
    >
      {t(`${words}.text`)}
    </ConfirmButton>
  );
}

const TONES = {
  live: 'good',
  filling: 'warning',
  ready: 'warning',
  paused: 'warning',
  failed: 'bad',
  retired: 'quiet',
} as const satisfies Record<ProjectionTable['status'], string>;

function TableCard(props: {
  readonly table: ProjectionTable;
  readonly beside: readonly ProjectionTable[];
  readonly busy: boolean;
}) {
  const { table, beside, busy } = props;
  const { name, status } = table;
  const stands = status === 'paused' || status === 'failed';
  const has = (...statuses: readonly ProjectionTable['status'][]) =>
    beside.some((each) => statuses.includes(each.status));
  return (
    <Card
      component="article"
      aria-label={name}
      sx={{ display: { md: 'flex' }, alignItems: 'center', justifyContent: 'space-between' }}
    >
      <CardContent sx={{ pb: { xs: 1, md: 2 }, minWidth: 0 }}>
        <TableLine table={table} />
        {beside.map((each) => (
          <TableLine key={each.relation} table={each} />
        ))}
      </CardContent>
      <CardActions sx={{ px: 1, pb: { xs: 1.5, md: 1 }, flexWrap: 'wrap', flex: 'none' }}>
        <CommandButton what="rebuild" name={name} disabled={busy} />
        <CommandButton what={stands ? 'resume' : 'pause'} name={name} disabled={false} />
        <CommandButton what="verify" name={name} disabled={busy} />
        {has('ready') && <CommandButton what="swap" name={name} disabled={busy} />}
        {has('retired') && <CommandButton what="drop" name={name} disabled={busy} />}
        {has('filling', 'ready', 'failed') && <CommandButton what="drop" unfinished name={name} disabled={busy} />}
      </CardActions>
    </Card>
  );
}

function TableLine({ table }: { table: ProjectionTable }) {
  const { t, format } = useLocale('projections');
  const { relation, version, status, position, behind, rows, error, compared } = table;
  const number = (value: string | number) => format.number(Number(value));
  return (
    <Stack spacing={0.5} sx={{ '& + &': { mt: 1.5 } }}>
      <Stack direction="row" spacing={1} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="subtitle1" component="h2">
          {relation}
        </Typography>
        <StatusBadge label={t(`status.${status}`)} tone={TONES[status]} />
      </Stack>
      <Typography variant="quiet">
        {t('line', {
          version,
          position: number(position),
          behind: number(behind),
          count: rows ?? 0,
          number: rows === null ? '?' : number(rows),
        })}
      </Typography>
      {compared && !compared.identical && <Alert severity="warning">{t('different')}</Alert>}
      {error && <Alert severity="error">{error}</Alert>}
    </Stack>
  );
}

const MINUTE = 60;
/** Times up to this number of seconds are shown in seconds. */
const IN_SECONDS = 2 * MINUTE;

/**
 * "about 12 min left" in the page's language.
 * @param seconds null: not known yet
 */
function useTimeLeft(seconds: number | null): string {
  const { t } = useLocale('projections');
  if (seconds === null) return t('operation.leftUnknown');
  if (seconds < IN_SECONDS) return t('operation.leftSeconds', { count: seconds });
  return t('operation.leftMinutes', { count: Math.round(seconds / MINUTE) });
}

type Operation = NonNullable<ProjectionsAnswer['operation']>;

function OperationPanel({ operation }: { operation: Operation }) {
  const { t, format } = useLocale('projections');
  const { what, holder, startedAt, endedAt, underWay, error } = operation;
  const by = t('operation.by', { holder, at: format.dateTime(startedAt) });
  if (!underWay) {
    const end = error ? 'failed' : endedAt ? 'ended' : 'cutOff';
    return (
      <Alert severity={error ? 'error' : endedAt ? 'info' : 'warning'}>
        {t(`operation.${end}`, { what, error })} {by}
      </Alert>
    );
  }
  return (
    <Panel title={what} subtitle={by} action={<StopButton />}>
      <Progress progress={operation.progress} />
    </Panel>
  );
}

function Progress({ progress }: { progress: Operation['progress'] }) {
  const { t, format } = useLocale('projections');
  const id = useId();
  const left = useTimeLeft(progress?.secondsLeft ?? null);
  if (progress === null) return <LinearProgress aria-label={t('operation.beginning')} />;
  const { phase, percent, events, eventsPerSecond } = progress;
  return (
    <Stack spacing={1}>
      <LinearProgress variant="determinate" value={percent} aria-labelledby={id} />
      <Typography id={id} variant="body2">
        {t(`operation.phase.${phase}`)} · {percent} % · {left}
      </Typography>
      <Typography variant="quiet">
        {t('operation.speed', {
          count: events,
          number: format.number(events),
          perSecond: format.number(eventsPerSecond),
        })}
      </Typography>
    </Stack>
  );
}

function StopButton() {
  const { t } = useLocale('projections');
  const stop = useCommand({
    send: () => callApi(calls.stopOperation, { body: {} }),
    done: ({ names }) => ({ title: t(names.length > 0 ? 'stop.done' : 'stop.notHere') }),
    failed: t('stop.failed'),
    changes: [calls.projections],
  });
  return (
    <Button size="small" loading={stop.isPending} onClick={() => stop.mutate()}>
      {t('stop.button')}
    </Button>
  );
}

/** Polling intervals while an operation runs and while idle, milliseconds. */
const POLL_MS = 1_000;
const IDLE_MS = 5_000;

function moves(answer: ProjectionsAnswer | undefined): boolean {
  if (answer === undefined) return false;
  const { operation, tables } = answer;
  return operation?.underWay === true || tables.some(({ serving, status }) => serving && status === 'filling');
}

export default function ProjectionsPage() {
  const { t, format } = useLocale('projections');
  const query = useApi(
    calls.projections,
    {},
    { staleTime: 0, refetchInterval: ({ state }) => (moves(state.data) ? POLL_MS : IDLE_MS) },
  );
  const busy = query.data?.operation?.underWay ?? false;
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={query.data && t('head', { position: format.number(Number(query.data.head)) })}
        actions={
          <>
            <CommandButton what="verify" name={null} disabled={busy} />
            <CommandButton what="rebuild" name={null} disabled={busy} />
          </>
        }
      />
      <QueryView query={query}>
        {({ tables, operation }) => (
          <Stack spacing={2}>
            {operation && <OperationPanel operation={operation} />}
            {tables
              .filter(({ serving }) => serving)
              .map((table) => (
                <TableCard
                  key={table.name}
                  table={table}
                  beside={tables.filter(({ name, serving }) => name === table.name && !serving)}
                  busy={busy}
                />
              ))}
          </Stack>
        )}
      </QueryView>
    </>
  );
}
