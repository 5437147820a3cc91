import { calls } from '@perktree/contracts/catalogue/calls';
import type { SiteAnswer } from '@perktree/contracts/site/calls';
import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/default-configuration';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EditedMeanwhile } from '../kit/form/edited-meanwhile.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { QueryView } from '../kit/query-view.tsx';
import { useEditForm } from '../lib/forms/use-edit-form.ts';
import { queryKeyOf } from '../lib/query-client.ts';
import { settingIssues } from '../lib/rule-settings.ts';
import { failureToast, useToast } from '../lib/toast.tsx';
import { useApi } from '../lib/use-api.ts';
import {
  CONFIGURATION_FIELDS,
  configurationBodyOf,
  formOfConfiguration,
  missingAmounts,
  ruleOfChoice,
} from './configuration-form.ts';
import { ConfigurationSections } from './configuration-sections.tsx';
import { useConfigurationWords } from './configuration-words.ts';

export function ConfigureDialog({ site, onClose }: { site: SiteAnswer; onClose: () => void }) {
  const { t } = useTranslation('sites');
  const words = useConfigurationWords(site.currency);
  const toast = useToast();
  const client = useQueryClient();
  const request = { params: { siteId: site.id } };
  const saved = useApi(calls.siteConfiguration, request, { gcTime: 0, staleTime: 0 });
  const form = useEditForm({
    fields: CONFIGURATION_FIELDS,
    saved: { ...(saved.data ?? DEFAULT_SITE_CONFIGURATION), name: site.name },
    initial: ({ name, ...configuration }) => formOfConfiguration(name, configuration),
    call: calls.configureSite,
    body: (values) => configurationBodyOf(values, site.name),
    check: (values) => ({
      ...(values.name === '' && { name: { message: t('nameRequired') } }),
      ...missingAmounts(values),
      ...settingIssues(ruleOfChoice(values.commissionRule), values),
    }),
    ...request,
    onSuccess: () => {
      toast({ title: t('configure.success'), description: t('configure.successText') });
      void client.invalidateQueries({ queryKey: queryKeyOf(calls.listSites) });
      onClose();
    },
    onError: failureToast(toast, t('configure.failed')),
  });
  return (
    <FormDialog
      wide
      title={site.name}
      subtitle={t('configure.subtitle')}
      submitLabel={t('configure.submit')}
      form={form}
      submitDisabled={saved.data === undefined}
      onClose={onClose}
    >
      <EditedMeanwhile conflict={form.conflict} words={words} />
      <QueryView query={saved}>{() => <ConfigurationSections form={form} currency={site.currency} />}</QueryView>
    </FormDialog>
  );
}
