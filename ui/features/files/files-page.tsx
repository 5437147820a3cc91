import FolderOutlined from '@mui/icons-material/FolderOutlined';
import { Card, CardContent, List, ListItem } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/empty-state.tsx';
import { FileRow } from '../../components/files/file-row.tsx';
import { useFiles } from '../../components/files/use-files.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryView } from '../../components/query-view.tsx';

/** Results of long calls: reports, statements and exports of the last day. */
export default function FilesPage() {
  const { t } = useTranslation('files');
  const files = useFiles();
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <Card sx={{ maxWidth: 760 }}>
        <QueryView query={files}>
          {(data) =>
            data.length === 0 ? (
              <EmptyState icon={<FolderOutlined />} title={t('empty')} text={t('emptyText')} />
            ) : (
              <CardContent>
                <List disablePadding aria-label={t('title')}>
                  {data.map((file, n) => (
                    <ListItem
                      key={file.id}
                      disableGutters
                      divider={n < data.length - 1}
                      sx={{ display: 'block', py: 2 }}
                    >
                      <FileRow file={file} />
                    </ListItem>
                  ))}
                </List>
              </CardContent>
            )
          }
        </QueryView>
      </Card>
    </>
  );
}
