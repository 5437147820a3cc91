import { Alert, Box, ListItemText, Stack, Typography } from '@mui/material';
import type { FindingAnswer, SiteAuditAnswer } from '@perktree/contracts/audit/report-calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { paperTable } from '@perktree/contracts/kernel/working-paper';
import { useEffect } from 'react';
import { Figures } from '../kit/figures.tsx';
import { Rows } from '../kit/rows.tsx';
import { useDifferenceTexts } from '../lib/difference-words.ts';
import { useApi } from '../lib/use-api.ts';
import { joined, useLocale } from '../lib/use-locale.ts';
import { type AuditScope, CheckPanel, type CheckPaper, useColumns, usePersonColumns } from './report-parts.tsx';

export function ReplayPanel({ scope, onPosition }: { scope: AuditScope; onPosition: (position: string) => void }) {
  const { siteId, query } = scope;
  const audit = useApi(calls.siteAudit, { params: { siteId }, query }, { staleTime: 0 });
  const position = audit.data?.position;
  useEffect(() => {
    if (position !== undefined) onPosition(position);
  }, [position, onPosition]);
  return (
    <CheckPanel name="replay" scope={scope} query={audit} paper={useReplayPaper()}>
      {(data) => <Result data={data} />}
    </CheckPanel>
  );
}

const COUNTED = ['redemptions', 'reversals', 'entries', 'payouts', 'events', 'trees'] as const;
const CHECKED = ['amounts', 'existence', 'late', 'missing', 'rows'] as const;

/** The result in words: what was compared, also where nothing differs or nothing was there to check, and what was not. */
function useResultWords() {
  const { t } = useLocale('audit');
  return {
    result: (data: SiteAuditAnswer): readonly string[] => [
      data.differences > 0
        ? t('replay.some', { count: data.differences })
        : t(isNothing(data) ? 'nothing' : 'replay.none'),
      t('replay.rows', { count: data.rows.compared }),
      ...(data.rows.behind > 0 ? [t('replay.behind', { count: data.rows.behind })] : []),
      t('replay.texts', { count: data.texts.compared }),
      ...(['erased', 'beforeHashes'] as const).flatMap((kind) =>
        data.texts[kind] > 0 ? [t(`replay.${kind}`, { count: data.texts[kind] })] : [],
      ),
    ],
    checked: CHECKED.map((check) => t(`replay.check.${check}`)),
    guard: ({ guard }: SiteAuditAnswer): readonly string[] => (guard === 'on' ? [] : [t(`replay.guard.${guard}`)]),
    notCompared: ({ rows }: SiteAuditAnswer): readonly string[] =>
      rows.notCompared.length === 0 ? [] : [t('replay.notCompared', { names: rows.notCompared.join(', ') })],
  };
}

const isNothing = ({ redemptions, reversals, payouts, differences }: SiteAuditAnswer) =>
  redemptions + reversals + payouts + differences === 0;

function Result({ data }: { data: SiteAuditAnswer }) {
  const { t, format } = useLocale('audit');
  const textOf = useDifferenceTexts();
  const { timeZone } = data;
  const shown = (value: string | null) => (value === null ? t('finding.nothing') : textOf(value));
  const counts = COUNTED.map((name) => [t(`replay.${name}`), format.number(data[name])] as const);
  const sums = data.totals.flatMap(({ currency, ...total }) =>
    (['earned', 'takenBack', 'paidOut'] as const).map(
      (sum) => [t(`replay.${sum}`, { currency }), format.money(total[sum], currency)] as const,
    ),
  );
  const words = useResultWords();
  const isGood = data.differences === 0;
  return (
    <Stack spacing={2.5}>
      <Alert severity={isGood ? (isNothing(data) ? 'warning' : 'success') : 'error'}>
        {words.result(data).join(' ')}
      </Alert>
      <div>
        <Typography variant="h3">{t('replay.checks')}</Typography>
        <ul>
          {words.checked.map((check) => (
            <li key={check}>
              <Typography variant="body2">{check}</Typography>
            </li>
          ))}
        </ul>
        {[t('replay.notChecked'), ...words.guard(data)].map((note) => (
          <Typography key={note} variant="quiet" sx={{ mb: 1 }}>
            {note}
          </Typography>
        ))}
        {words.notCompared(data).map((names) => (
          <details key={names}>
            <Box component="summary" sx={{ minHeight: 44, py: 1.25 }}>
              {t('replay.leftOut', { count: data.rows.notCompared.length })}
            </Box>
            <Typography variant="quiet">{names}</Typography>
          </details>
        ))}
      </div>
      <Figures figures={[...counts, ...sums, [t('replay.position'), data.position]]} />
      {!isGood && (
        // An event may differ in several ways, and the list never moves.
        <Rows items={data.findings} label={t('replay.differences')} keyOf={(finding) => data.findings.indexOf(finding)}>
          {({ what, expected, found, position, at, eventId, distributor }) => (
            <ListItemText
              primary={t('finding.text', { what: textOf(what), expected: shown(expected), found: shown(found) })}
              secondary={joined([
                eventId === null ? t('finding.noEvent') : t('finding.event', { id: eventId, position }),
                !Number.isNaN(Date.parse(at)) && `${format.dateTime(at, timeZone)} (${timeZone})`,
                distributor && format.person(distributor.name),
              ])}
            />
          )}
        </Rows>
      )}
    </Stack>
  );
}

function useReplayPaper() {
  const { t } = useLocale('audit');
  const textOf = useDifferenceTexts();
  const words = useResultWords();
  const payee = usePersonColumns();
  const columns = useColumns();
  const sums = useColumns('month')('earned', 'takenBack', 'paidOut');
  return (data: SiteAuditAnswer): CheckPaper => ({
    result: [
      ...words.result(data),
      ...words.checked,
      t('replay.notChecked'),
      ...words.guard(data),
      ...words.notCompared(data),
    ],
    currencies: data.totals.map(({ currency }) => currency),
    tables: [
      paperTable<FindingAnswer>(
        t('replay.differences'),
        [
          ...columns('eventId', 'position', 'at'),
          ...payee,
          ...columns('qrId', 'entryId'),
          { title: t('csv.what'), value: ({ what }) => textOf(what) },
          { title: t('csv.expected'), value: ({ expected }) => expected && textOf(expected) },
          { title: t('csv.found'), value: ({ found }) => found && textOf(found) },
        ],
        data.findings,
      ),
      paperTable(t('replay.compared'), columns('what', 'count'), [
        ...COUNTED.map((name) => ({ what: t(`replay.${name}`), count: data[name] })),
        ...data.rows.tables.map(({ name, compared }) => ({ what: name, count: compared })),
      ]),
      paperTable(t('total'), [...columns('currency'), ...sums], data.totals),
    ],
  });
}
