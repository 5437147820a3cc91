import DoneAll from '@mui/icons-material/DoneAll';
import { ListItemText } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { REFUSED_COMMANDS, type RefusalAnswer } from '@perktree/contracts/redemption/list-calls';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ListPanel, type ServerList, useServerList } from '../../kit/list/server-list.tsx';
import { EmptyState } from '../../kit/page.tsx';
import { loadRefusalWords, type RefusalWords, refusalText } from '../../lib/public/refusal-words.ts';
import { joined, useLocale } from '../../lib/use-locale.ts';

const NAMES = { prefix: 'refused-', filters: REFUSED_COMMANDS, sorts: ['newest', 'oldest'], pageLength: 20 } as const;

export function RefusedAttemptsOfSite({ siteId, timeZone }: { siteId: string; timeZone: string | undefined }) {
  return <RefusedAttempts list={useServerList(calls.siteRefusals, { siteId }, NAMES)} timeZone={timeZone} />;
}

export function RefusedAttemptsOfPerson({ personId }: { personId: string }) {
  return <RefusedAttempts list={useServerList(calls.personRefusals, { personId }, NAMES)} />;
}

function RefusedAttempts({ list, timeZone }: { list: ServerList<RefusalAnswer>; timeZone?: string | undefined }) {
  const { t, language } = useLocale('redemptions');

  const { data: words = null } = useQuery({ queryKey: ['refusal words', language], queryFn: loadRefusalWords });
  const refusal = useCallback(
    (row: RefusalAnswer) => <Refusal row={row} words={words} timeZone={timeZone} />,
    [words, timeZone],
  );
  const title = t('refused.title');
  return (
    <ListPanel
      title={title}
      subtitle={[t('refused.subtitle'), ...(timeZone ? [t('zone', { zone: timeZone })] : [])].join(' ')}
      list={list}
      search={t('refused.search')}
      nameOf={(command) => t(`refused.show.${command}`)}
      empty={<EmptyState icon={<DoneAll />} title={t('refused.none')} />}
      keyOf={(row) => row.id}
      height={72}
    >
      {refusal}
    </ListPanel>
  );
}

function Refusal(props: { row: RefusalAnswer; words: RefusalWords | null; timeZone: string | undefined }) {
  const { t, format } = useLocale('redemptions');
  const { row, words, timeZone } = props;
  return (
    <ListItemText
      primary={refusalText(row, words)}
      secondary={joined([
        t(`refused.command.${row.command}`, {
          name: format.person(row.personName),
          staff: format.person(row.actorName),
        }),
        row.qrName,
        format.dateTime(row.at, timeZone),
      ])}
      sx={{ my: 0, py: 1.5 }}
    />
  );
}
