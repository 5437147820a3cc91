import { calls } from '@perktree/contracts/http/calls';
import type { SiteAnswer } from '@perktree/contracts/http/sites';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/form-dialog.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { callApi } from '../../lib/api.ts';
import { errorText } from '../../lib/api-error.ts';
import { queryKeyOf } from '../../lib/query-client.ts';
import { useToast } from '../../lib/toast.tsx';
import { useApi } from '../../lib/use-api.ts';
import {
  type ConfigurationForm,
  configurationBody,
  configurationErrors,
  type FieldError,
  formOfConfiguration,
} from './configuration-form.ts';
import { ConfigurationSections } from './configuration-sections.tsx';

/** Loads the configuration when it opens, fills the form with it, and closes once it is saved (specification 4). */
export function ConfigureDialog({ site, onClose }: { site: SiteAnswer; onClose: () => void }) {
  const { t } = useTranslation('sites');
  const toast = useToast();
  const client = useQueryClient();
  const request = { params: { siteId: site.id } };
  const saved = useApi(calls.siteConfiguration, request, { gcTime: 0, staleTime: 0 });
  const [typed, setTyped] = useState<ConfigurationForm | null>(null);
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const form = typed ?? (saved.data ? formOfConfiguration(site.name, saved.data) : null);

  const save = useMutation({
    mutationFn: (sent: ConfigurationForm) =>
      callApi(calls.configureSite, { ...request, body: configurationBody(sent, site.name) }),
    onSuccess: () => {
      toast({ title: t('configure.success'), description: t('configure.successText') });
      void client.invalidateQueries({ queryKey: queryKeyOf(calls.listSites) });
      onClose();
    },
    onError: (error) => toast({ title: t('configure.failed'), description: errorText(error), variant: 'destructive' }),
  });
  const submit = () => {
    if (form === null) return;
    const wrong = configurationErrors(form);
    setErrors(wrong);
    if (wrong.length === 0) save.mutate(form);
  };
  return (
    <FormDialog
      open
      wide
      title={site.name}
      subtitle={t('configure.subtitle')}
      submitLabel={t('configure.submit')}
      pending={save.isPending}
      submitDisabled={form === null}
      onSubmit={submit}
      onClose={onClose}
    >
      <QueryView query={saved}>
        {() =>
          form && (
            <ConfigurationSections
              form={form}
              currency={site.currency}
              errors={errors}
              change={(part) => setTyped({ ...form, ...part })}
            />
          )
        }
      </QueryView>
    </FormDialog>
  );
}
