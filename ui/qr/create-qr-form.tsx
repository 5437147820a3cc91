import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import { Button } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { MINUTE_MS } from '@perktree/contracts/kernel/durations';
import type { QrAnswer } from '@perktree/contracts/qr/answers';
import type { SiteAnswer } from '@perktree/contracts/site/calls';
import { type FormEvent, useState } from 'react';
import { PercentSlider } from '../kit/form/percent-slider.tsx';
import { LinkButton, Panel, QueryView } from '../kit/page.tsx';
import { serverNow } from '../lib/public/time.ts';
import { useToast } from '../lib/toast.tsx';
import { useApi } from '../lib/use-api.ts';
import { useLocale } from '../lib/use-locale.ts';
import { QuotaLimit } from '../subscription/shared/plan-limit.tsx';
import { DisplayDialog } from './shared/dialogs/display-dialog.tsx';
import { QrFields } from './shared/dialogs/qr-fields.tsx';
import { createBody, EMPTY_QR_FORM, QR_FIELDS, ROOT_MAXIMUM, useQrForm } from './shared/dialogs/use-qr-form.ts';

/** The end of an issue period that begins now. */
const firstEnd = (minutes: number) => new Date(serverNow() + minutes * MINUTE_MS).toISOString();

export function CreateQrForm({ site }: { site: SiteAnswer | null }) {
  const { t, format } = useLocale(['qr-management', 'qr']);
  const toast = useToast();
  const [created, setCreated] = useState<QrAnswer | null>(null);
  const siteId = site?.id ?? '';
  const configuration = useApi(calls.siteConfiguration, { params: { siteId } }, { enabled: site !== null, gcTime: 0 });
  const form = useQrForm({
    dialog: 'create',
    siteId,
    available: null,
    onSuccess: (answer) => {
      form.reset();
      setCreated(answer as QrAnswer);
    },
    fields: QR_FIELDS,
    initial: { ...EMPTY_QR_FORM, maxRedemptions: configuration.data?.maxRedemptions.toString() ?? '' },
    call: calls.createQr,
    // It stays when the site is chosen after it was typed.
    draft: 'root',
    body: (values) => createBody(values, siteId),
    params: { siteId },
  });
  const submit = (event: FormEvent) => {
    if (site !== null) return form.submit(event);
    event.preventDefault();
    toast({
      title: t('qr:problem.siteRequired'),
      description: t('qr:problem.siteRequiredText'),
      variant: 'destructive',
    });
  };
  const fields = (
    <QrFields
      form={form}
      currency={site?.currency ?? 'EUR'}
      renewalHelp={
        configuration.data &&
        t('qr:field.renewalHelp', { when: format.dateTime(firstEnd(configuration.data.qrMinutesLife)) })
      }
      commission={
        <PercentSlider
          form={form}
          name="commissionPercent"
          label={t('qr:field.commissionPercent')}
          sliderLabel={t('qr:field.commissionSlider')}
          min={0.5}
          max={ROOT_MAXIMUM}
          step={0.5}
          helper={t('create.commissionHelp')}
        />
      }
    />
  );
  return (
    <Panel
      title={t('create.title')}
      action={
        site && (
          <LinkButton to={`/qr-management/bulk?site=${site.id}`} variant="text" startIcon={<UploadFileOutlined />}>
            {t('bulk')}
          </LinkButton>
        )
      }
    >
      <QuotaLimit quota="activeQrs" />
      <form ref={form.ref} onSubmit={submit} noValidate>
        {site ? (
          <QueryView query={configuration} loading={fields}>
            {() => fields}
          </QueryView>
        ) : (
          fields
        )}
        <Button
          type="submit"
          variant="contained"
          size="large"
          fullWidth
          loading={form.pending}
          disabled={site !== null && configuration.data === undefined}
          sx={{ mt: 3 }}
        >
          {t('create.submit')}
        </Button>
      </form>
      {/* What was made is what is needed next: its code and its link. */}
      {created?.id && <DisplayDialog qr={created} onClose={() => setCreated(null)} />}
    </Panel>
  );
}
