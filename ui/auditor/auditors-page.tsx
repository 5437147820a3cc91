import VerifiedUserOutlined from '@mui/icons-material/VerifiedUserOutlined';
import { Button } from '@mui/material';
import { AUDITOR_STATES, type AuditorAnswer } from '@perktree/contracts/auditor/calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '../kit/empty-state.tsx';
import { ListDownload } from '../kit/list/list-download.tsx';
import { ServerListView } from '../kit/list/server-list-view.tsx';
import { useServerList } from '../kit/list/use-server-list.ts';
import { PageHeader } from '../kit/page-header.tsx';
import { Panel } from '../kit/panel.tsx';
import { Panels } from '../kit/panels.tsx';
import { useAuth } from '../lib/auth.tsx';
import { AuditorItem } from './auditor-item.tsx';
import { InviteAuditor } from './invite-auditor.tsx';

const NAMES = { filters: AUDITOR_STATES, sorts: ['newest', 'oldest'], pageLength: 50 } as const;

/** Who may read the records of the business, or for superadmins of the platform, and until when. */
export default function AuditorsPage() {
  const { t } = useTranslation('auditors');
  const { role } = useAuth();
  const list = useServerList(calls.auditors, {}, NAMES);
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t(role === 'superadmin' ? 'subtitlePlatform' : 'subtitle')}
        actions={
          <Button component={Link} to="/looks" variant="outlined">
            {t('looks.title')}
          </Button>
        }
      />
      <Panels>
        <Panel title={t('invite.title')} subtitle={t('invite.text')}>
          <InviteAuditor />
        </Panel>
        <Panel title={t('list')} action={<ListDownload title={t('title')} list={list} />}>
          <ServerListView
            list={list}
            label={t('list')}
            search={t('search')}
            nameOf={(state) => t(`state.${state}`)}
            empty={<EmptyState icon={<VerifiedUserOutlined />} title={t('empty')} text={t('emptyText')} />}
            keyOf={idOf}
            height={96}
          >
            {auditorItem}
          </ServerListView>
        </Panel>
      </Panels>
    </>
  );
}

const idOf = ({ id }: AuditorAnswer) => id;
const auditorItem = (auditor: AuditorAnswer) => <AuditorItem auditor={auditor} />;
