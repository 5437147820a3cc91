import FolderOutlined from '@mui/icons-material/FolderOutlined';
import { useTranslation } from 'react-i18next';
import { FileRow, useFiles } from '../../kit/files.tsx';
import { EmptyState, PageHeader } from '../../kit/page.tsx';
import { CardList } from '../../kit/rows.tsx';

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
