import DoneAll from '@mui/icons-material/DoneAll';
import { ListItemText } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { REFUSED_COMMANDS, type RefusalAnswer } from '@perktree/contracts/redemption/list-calls';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { ListDownload, type ServerList, ServerListView, useServerList } from '../../kit/list/server-list.tsx';
import { EmptyState, Panel } from '../../kit/page.tsx';
import { formatDateTime, joined, personName } from '../../lib/format.ts';
import { loadRefusalWords, type RefusalWords, refusalText } from '../../lib/public/refusal-words.ts';

const NAMES = { prefix: 'refused-', filters: REFUSED_COMMANDS, sorts: ['newest', 'oldest'], pageLength: 20 } as const;

export function RefusedAttemptsOfSite({ siteId }: { siteId: string }) {
  return <RefusedAttempts list={useServerList(calls.siteRefusals, { siteId }, NAMES)} />;
}

export function RefusedAttemptsOfPerson({ personId }: { personId: string }) {
  return <RefusedAttempts list={useServerList(calls.personRefusals, { personId }, NAMES)} />;
}

function RefusedAttempts({ list }: { list: ServerList<RefusalAnswer> }) {
  const { t, i18n } = useTranslation('redemptions');
  const { language } = i18n;
  const { data: words = null } = useQuery({ queryKey: ['refusal words', language], queryFn: loadRefusalWords });
  const refusal = useCallback((row: RefusalAnswer) => <Refusal row={row} words={words} />, [words]);
  const title = t('refused.title');
  return (
    <Panel title={title} subtitle={t('refused.subtitle')} action={<ListDownload title={title} list={list} />}>
      <ServerListView
        list={list}
        label={title}
        search={t('refused.search')}
        nameOf={(command) => t(`refused.show.${command}`)}
        empty={<EmptyState icon={<DoneAll />} title={t('refused.none')} />}
        keyOf={(row) => row.id}
        height={72}
      >
        {refusal}
      </ServerListView>
    </Panel>
  );
}

function Refusal({ row, words }: { row: RefusalAnswer; words: RefusalWords | null }) {
  const { t, i18n } = useTranslation('redemptions');
  const { language } = i18n;
  return (
    <ListItemText
      primary={refusalText(row, words)}
      secondary={joined([
        t(`refused.command.${row.command}`, {
          name: personName(row.personName, language),
          staff: personName(row.actorName, language),
        }),
        row.qrName,
        formatDateTime(row.at, language),
      ])}
      sx={{ my: 0, py: 1.5 }}
    />
  );
}
