import DoneAll from '@mui/icons-material/DoneAll';
import { List, ListItem, ListItemText } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import type { RefusalAnswer } from '@perktree/contracts/http/site-reports';
import { personName } from '@perktree/contracts/person-name';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../lib/format.ts';
import { loadRefusalWords, type RefusalWords, refusalText } from '../lib/plain/refusal-words.ts';
import { useApiPages } from '../lib/use-api.ts';
import { EmptyState } from './empty-state.tsx';
import { LoadedView } from './loaded-view.tsx';
import { Panel } from './panel.tsx';

const PAGE_LENGTH = '20';

/** Refused attempts on one site. */
export function RefusedAttemptsOfSite({ siteId }: { siteId: string }) {
  return (
    <RefusedAttempts list={useApiPages(calls.siteRefusals, { params: { siteId }, query: { limit: PAGE_LENGTH } })} />
  );
}

/** Refused attempts of one customer or distributor. */
export function RefusedAttemptsOfPerson({ personId }: { personId: string }) {
  return (
    <RefusedAttempts
      list={useApiPages(calls.personRefusals, { params: { personId }, query: { limit: PAGE_LENGTH } })}
    />
  );
}

function RefusedAttempts({ list }: { list: Parameters<typeof LoadedView<RefusalAnswer>>[0]['list'] }) {
  const { t, i18n } = useTranslation('redemptions');
  const [words, setWords] = useState<RefusalWords | null>(null);
  const { language } = i18n;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are of the page's language
  useEffect(() => void loadRefusalWords().then(setWords), [language]);
  return (
    <Panel title={t('refused.title')} subtitle={t('refused.subtitle')}>
      <LoadedView list={list}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={<DoneAll />} title={t('refused.none')} />
          ) : (
            <List disablePadding>
              {rows.map((row, n) => (
                <ListItem key={row.id} disableGutters divider={n < rows.length - 1}>
                  <ListItemText
                    primary={refusalText(row, words)}
                    secondary={[
                      t(`refused.command.${row.command}`, {
                        name: personName(row.personName, i18n.language),
                        staff: personName(row.actorName, i18n.language),
                      }),
                      row.qrName,
                      formatDateTime(row.at, language),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                    slotProps={{
                      primary: { sx: { overflowWrap: 'anywhere' } },
                      secondary: { sx: { overflowWrap: 'anywhere' } },
                    }}
                  />
                </ListItem>
              ))}
            </List>
          )
        }
      </LoadedView>
    </Panel>
  );
}
