import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { Button, Stack } from '@mui/material';
import { LIST_FILES, type ListFile } from '@perktree/contracts/kernel/csv';
import { fileName } from '@perktree/contracts/kernel/file-name';
import { dayIn } from '@perktree/contracts/kernel/time-zone';
import type { SiteAnswer } from '@perktree/contracts/site/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getListFile } from '../../lib/api.ts';
import { downloadBlob } from '../../lib/download.ts';
import { failureToast, useToast } from '../../lib/toast.tsx';
import { siteKey } from '../use-site.ts';

interface Props {
  title: string;
  of?: string | undefined;
  list: { readonly url: string; readonly loaded: { readonly items: readonly unknown[] | undefined } };
}

/** Downloads all matching rows of a server list as `{of, else its site}_{title}_{today}`, or as the server names the file. */
export function ListDownload(props: Props) {
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap' }}>
      {LIST_FILES.map((type) => (
        <DownloadButton key={type} type={type} {...props} />
      ))}
    </Stack>
  );
}

function DownloadButton({ type, title, of, list }: Props & { type: ListFile }) {
  const { t, i18n } = useTranslation('common');
  const toast = useToast();
  const client = useQueryClient();
  const download = useMutation({
    mutationFn: () => getListFile(list.url, type, i18n.language),
    onSuccess: ({ file, name }) => {
      const today = dayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, Date.now());
      const [, siteId = ''] = /^\/api\/sites\/([^/]+)\//.exec(list.url) ?? [];
      const [site] = client.getQueryData<readonly SiteAnswer[]>(siteKey(siteId)) ?? [];
      downloadBlob(file, name ?? fileName([of ?? site?.name, title, today], type));
    },
    onError: failureToast(toast, t(`${type}.failed`)),
  });
  return (
    <Button
      startIcon={<FileDownloadOutlined />}
      disabled={!list.loaded.items?.length}
      loading={download.isPending}
      loadingPosition="start"
      aria-label={t(`${type}.label`, { what: title })}
      onClick={() => download.mutate()}
    >
      {t(`${type}.button`)}
    </Button>
  );
}
