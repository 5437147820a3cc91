import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import { Alert, Button } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import type { SiteAnswer } from '@perktree/contracts/http/sites';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Panel } from '../../components/panel.tsx';
import { PercentSlider } from '../../components/percent-slider.tsx';
import { QrFields } from '../../components/qr-dialogs/qr-fields.tsx';
import { createBody, EMPTY_QR_FORM, type QrForm, ROOT_MAXIMUM } from '../../components/qr-dialogs/qr-form.ts';
import { useQrFormSubmit } from '../../components/qr-dialogs/use-qr-form-submit.ts';
import { callApi } from '../../lib/api.ts';
import { useToast } from '../../lib/toast.tsx';
import { useApi } from '../../lib/use-api.ts';

/** 'Create New QR Code': a root of the chosen site. Max redemptions begins with the site's default. */
export function CreateQrForm({ site }: { site: SiteAnswer | null }) {
  const { t } = useTranslation(['qr-management', 'qr']);
  const toast = useToast();
  const siteId = site?.id ?? '';
  const configuration = useApi(calls.siteConfiguration, { params: { siteId } }, { enabled: site !== null, gcTime: 0 });
  const [typed, setTyped] = useState<Partial<QrForm>>({});
  const [refused, setRefused] = useState(false);
  const form: QrForm = {
    ...EMPTY_QR_FORM,
    maxRedemptions: configuration.data?.maxRedemptions.toString() ?? '',
    ...typed,
  };
  const change = (part: Partial<QrForm>) => setTyped((before) => ({ ...before, ...part }));
  const { submit, pending } = useQrFormSubmit(
    'create',
    siteId,
    () => callApi(calls.createQr, { params: { siteId }, body: createBody(form, siteId) }),
    () => setTyped({}),
  );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    if (site === null) {
      toast({
        title: t('qr:problem.siteRequired'),
        description: t('qr:problem.siteRequiredText'),
        variant: 'destructive',
      });
      return;
    }
    const nameMissing = form.name.trim() === '';
    setRefused(nameMissing);
    if (!nameMissing) submit(null);
  };
  return (
    <Panel
      title={t('create.title')}
      action={
        site && (
          <Button component={Link} to={`/qr-management/bulk?site=${site.id}`} startIcon={<UploadFileOutlined />}>
            {t('bulk')}
          </Button>
        )
      }
    >
      <form onSubmit={onSubmit} noValidate>
        {refused && (
          <Alert severity="error" sx={{ mb: 2 }}>
            {t('create.nameRequired')}
          </Alert>
        )}
        <QrFields
          form={form}
          currency={site?.currency ?? 'EUR'}
          change={change}
          withInternalName
          commission={
            <PercentSlider
              label={t('qr:field.commission')}
              sliderLabel={t('qr:field.commissionSlider')}
              value={form.commissionPercent}
              min={0.5}
              max={ROOT_MAXIMUM}
              step={0.5}
              helper={t('create.commissionHelp')}
              onChange={(commissionPercent) => change({ commissionPercent })}
            />
          }
        />
        <Button type="submit" variant="contained" size="large" fullWidth loading={pending} sx={{ mt: 3 }}>
          {t('create.submit')}
        </Button>
      </form>
    </Panel>
  );
}
