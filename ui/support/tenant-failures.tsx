import DoneAll from '@mui/icons-material/DoneAll';
import { List, ListItem, ListItemButton, ListItemText } from '@mui/material';
import { joined } from '@perktree/contracts/kernel/isolated';
import type { TenantDetails } from '@perktree/contracts/support/tenant-calls';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '../kit/empty-state.tsx';
import { Panel } from '../kit/panel.tsx';
import { formatDateTime } from '../lib/format.ts';
import { loadRefusalWords, type RefusalWords, refusalText } from '../lib/public/refusal-words.ts';
import { timelinePath } from './timeline-path.ts';

type Failure = TenantDetails['failures'][number];

/** What was refused or failed in a business. */
export function TenantFailures({ failures }: { failures: readonly Failure[] }) {
  const { t, i18n } = useTranslation('support');
  const { language } = i18n;
  const [words, setWords] = useState<RefusalWords | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are in the page's language
  useEffect(() => void loadRefusalWords().then(setWords), [language]);
  const textOf = (failure: Failure) => {
    const { kind, code, message } = failure;
    if (kind === 'refusal') return message === '' ? code : refusalText(failure, words);
    const why = kind === 'payout' && code !== '' ? t(`transferFailure.${code}`) : kind === 'webhook' ? code : null;
    return joined([t(`failure.${kind}`), why]);
  };
  return (
    <Panel title={t('failure.title')} subtitle={t('failure.subtitle')}>
      {failures.length === 0 && <EmptyState icon={<DoneAll />} title={t('failure.none')} />}
      {failures.length > 0 && (
        <List aria-label={t('failure.title')} disablePadding>
          {failures.map((failure) => {
            const { kind, id, at, site } = failure;
            const to = pathOf(failure);
            const text = (
              <ListItemText primary={textOf(failure)} secondary={joined([site?.name, formatDateTime(at, language)])} />
            );
            return (
              <ListItem key={`${kind} ${id}`} disablePadding>
                {to === null ? (
                  <ListItem component="div" sx={{ px: 1 }}>
                    {text}
                  </ListItem>
                ) : (
                  <ListItemButton component={Link} to={to} sx={{ px: 1, borderRadius: 1 }}>
                    {text}
                  </ListItemButton>
                )}
              </ListItem>
            );
          })}
        </List>
      )}
    </Panel>
  );
}

/** Null: superadmins have no page of it. What is given up is sent again as the page of queues says. */
function pathOf({ kind, id, site, personId }: Failure): string | null {
  if (kind === 'mail' || kind === 'webhook') return '/admin/queues';
  if (kind === 'payout') return `/payouts/${id}`;
  if (kind === 'refusal' && personId !== null) return timelinePath('customer', personId);
  return kind === 'flag' && site !== null ? `/sites/${site.id}/audit` : null;
}
