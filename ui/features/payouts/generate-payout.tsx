import AddCard from '@mui/icons-material/AddCard';
import { Button, MenuItem, TextField } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/form-dialog.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { callApi } from '../../lib/api.ts';
import { errorText } from '../../lib/api-error.ts';
import { useToast } from '../../lib/toast.tsx';
import { useApiList } from '../../lib/use-api.ts';
import { useRefreshPayouts } from './use-refresh-payouts.ts';

/** 'Generate Payout' for one site of the owner. */
export function GeneratePayout() {
  const { t } = useTranslation('payouts');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="contained" startIcon={<AddCard />} onClick={() => setOpen(true)}>
        {t('generate.open')}
      </Button>
      {open && <GenerateDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function GenerateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('payouts');
  const toast = useToast();
  const refresh = useRefreshPayouts();
  const sites = useApiList(calls.listSites, {});
  const [picked, setPicked] = useState<string | null>(null);
  const siteId = picked ?? sites.data?.[0]?.id ?? '';
  const generate = useMutation({
    mutationFn: () => callApi(calls.generatePayouts, { params: { siteId } }),
    onSuccess: ({ payouts }) => {
      toast({ title: t('generate.done'), description: t('generate.doneText', { count: payouts.length }) });
      refresh();
      onClose();
    },
    onError: (error) => toast({ title: t('generate.failed'), description: errorText(error), variant: 'destructive' }),
  });
  return (
    <FormDialog
      open
      title={t('generate.title')}
      subtitle={t('generate.subtitle')}
      submitLabel={t('generate.submit')}
      pending={generate.isPending}
      submitDisabled={siteId === ''}
      onSubmit={generate.mutate}
      onClose={onClose}
    >
      <QueryView query={sites}>
        {(list) => (
          <TextField select label={t('site')} value={siteId} onChange={(e) => setPicked(e.target.value)} sx={{ mt: 1 }}>
            {list.map((site) => (
              <MenuItem key={site.id} value={site.id}>
                {site.name}
              </MenuItem>
            ))}
          </TextField>
        )}
      </QueryView>
    </FormDialog>
  );
}
