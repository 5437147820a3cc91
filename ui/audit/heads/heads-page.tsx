import { calls } from '@perktree/contracts/catalogue/calls';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../kit/page-header.tsx';
import { Panel } from '../../kit/panel.tsx';
import { Panels } from '../../kit/panels.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { useAuth } from '../../lib/auth.tsx';
import { useApi } from '../../lib/use-api.ts';
import { ComparePanel } from './compare-panel.tsx';
import { HeadsPanel } from './heads-panel.tsx';
import { KeysPanel } from './keys-panel.tsx';
import { PushesPanel } from './pushes-panel.tsx';

/** Heads that a reader shows per page of the list. */
const NEWEST = '20';

/** The signed heads of the chain of events: what auditors keep, and compare with what the product shows later. */
export default function HeadsPage() {
  const { t } = useTranslation('heads');
  const { role } = useAuth();
  const heads = useApi(calls.auditHeads, { query: { limit: NEWEST } });
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <Panels>
        <Panel title={t('list.title')} subtitle={t('list.subtitle')}>
          <QueryView query={heads} problem={t('list.failed')}>
            {(data) => <HeadsPanel heads={data.heads} />}
          </QueryView>
        </Panel>
        <ComparePanel newest={heads.data?.heads[0]} />
        <KeysPanel />
        {role === 'superadmin' && <PushesPanel />}
      </Panels>
    </>
  );
}
