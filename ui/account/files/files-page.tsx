import FolderOutlined from '@mui/icons-material/FolderOutlined';
import { useTranslation } from 'react-i18next';
import { CardList } from '../../kit/card-list.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { FileRow } from '../../kit/files/file-row.tsx';
import { useFiles } from '../../kit/files/use-files.ts';
import { PageHeader } from '../../kit/page-header.tsx';

/** Results of long calls: reports, statements and exports of the last day. */
export default function FilesPage() {
  const { t } = useTranslation('files');
  const files = useFiles();
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <CardList
        query={files}
        label={t('title')}
        maxWidth={760}
        empty={<EmptyState icon={<FolderOutlined />} title={t('empty')} text={t('emptyText')} />}
      >
        {(file) => <FileRow file={file} />}
      </CardList>
    </>
  );
}
