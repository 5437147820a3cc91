import RuleOutlined from '@mui/icons-material/RuleOutlined';
import { Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { isolated } from '@perktree/contracts/kernel/isolated';
import { personName } from '@perktree/contracts/kernel/person-name';
import type { TermChange } from '@perktree/contracts/qr/term-calls';
import type { SiteAnswer } from '@perktree/contracts/site/calls';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ListDownload } from '../../kit/list/list-download.tsx';
import { ServerListView } from '../../kit/list/server-list-view.tsx';
import { useServerList } from '../../kit/list/use-server-list.ts';
import { Panel } from '../../kit/panel.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { termText } from './term-text.ts';

const NAMES = { prefix: 'term-', filters: ['terms'], sorts: ['newest', 'oldest'], pageLength: 50 } as const;

/** Each term of the site before and after: by whom, why, and since which event. */
export function TermsPanel({ siteId, site }: { siteId: string; site: SiteAnswer | undefined }) {
  const { t } = useTranslation(['site-history', 'common']);
  const list = useServerList(calls.siteTerms, { siteId }, NAMES);
  const title = t('terms.title');
  return (
    <Panel
      title={title}
      subtitle={t('terms.text', { zone: site?.timeZone ?? 'UTC' })}
      action={<ListDownload title={title} of={site?.name} list={list} />}
    >
      <ServerListView
        list={list}
        label={title}
        search={t('terms.search')}
        nameOf={(filter) => t(`terms.show.${filter}`)}
        empty={<EmptyState icon={<RuleOutlined />} title={t('terms.empty')} text={t('terms.emptyText')} />}
        keyOf={({ id }) => id}
        height={92}
      >
        {(change) => <TermRow change={change} site={site} />}
      </ServerListView>
    </Panel>
  );
}

function TermRow({ change, site }: { change: TermChange; site: SiteAnswer | undefined }) {
  const { t, i18n } = useTranslation(['site-history', 'common']);
  const { language } = i18n;
  const { term, before, after, qr, actor, at, position, reason } = change;
  const text = (value: string | null) => termText(t, language, site, change, value);
  const role = t(`common:role.${actor.role}`, { defaultValue: actor.role });
  const by = actor.person === null ? role : `${personName(actor.person.name, language)} (${role})`;
  const quiet = { color: 'text.secondary', overflowWrap: 'anywhere' } as const;
  return (
    <>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {t(`terms.term.${term}`, { defaultValue: term })}
        {qr !== null && ` · ${isolated(qr.name)}`}
      </Typography>
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        {t('terms.change', { before: text(before), after: text(after) })}
      </Typography>
      <Typography variant="body2" sx={quiet}>
        {by} · {formatDateTime(at, language, site?.timeZone ?? 'UTC')} · {t('terms.since', { position })}
      </Typography>
      {reason !== null && (
        <Typography variant="body2" sx={quiet}>
          {t('terms.reason', { reason: isolated(reason) })}
        </Typography>
      )}
    </>
  );
}
