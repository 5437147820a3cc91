import { Button, type ButtonProps } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { callApi } from '../lib/api.ts';
import { downloadUrl } from '../lib/download.ts';
import { useCommand } from '../lib/use-api.ts';
import { useLocale } from '../lib/use-locale.ts';

/**
 * A link to a file of the server. It asks for a new login when the session has ended: a browser shows nothing of a download
 * that the server refuses.
 * @param props.name of the saved file; empty: as the server names it
 */
export function DownloadLink({ name = '', href, ...look }: ButtonProps & { href: string; name?: string }) {
  const { t } = useLocale('common');
  const download = useCommand({
    send: () => callApi(calls.user, {}),
    failed: t('downloadFailed'),
    onDone: () => downloadUrl(href, name),
  });
  return (
    <Button
      component="a"
      {...{ href, download: name }}
      {...look}
      onClick={(event) => {
        event.preventDefault();
        download.mutate();
      }}
    />
  );
}
