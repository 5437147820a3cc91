import Add from '@mui/icons-material/Add';
import Close from '@mui/icons-material/Close';
import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import SupportAgentOutlined from '@mui/icons-material/SupportAgentOutlined';
import { Box, Button, Card, IconButton, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { RuleChoice } from '@perktree/contracts/commission/rule';
import { CURRENCIES, type Currency, currencySymbol } from '@perktree/contracts/kernel/money';
import { SITE_ORDERS, SITE_STATES, type SiteAnswer } from '@perktree/contracts/site/calls';
import { DEFAULT_SITE_CONFIGURATION, type SiteConfiguration } from '@perktree/contracts/site/configuration';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useId, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { browserTimeZone, EditedMeanwhile, type FieldWords, TimeZoneField } from '../kit/form/fields.tsx';
import { choices, FormDialog, FormField } from '../kit/form/form.tsx';
import { ListDownload, ServerListView, useServerList } from '../kit/list/server-list.tsx';
import { EmptyCard, LinkButton, PageHeader, QueryView } from '../kit/page.tsx';
import { useEditForm } from '../lib/forms/use-edit-form.ts';
import { useForm } from '../lib/forms/use-form.ts';
import { newestAddress, withParameters } from '../lib/list-state.ts';
import { ruleTexts, settingIssues } from '../lib/rule-settings.ts';
import { useToast } from '../lib/toast.tsx';
import { queryKeyOf, useApi } from '../lib/use-api.ts';
import { useLocale } from '../lib/use-locale.ts';
import { QuotaLimit } from '../subscription/shared/plan-limit.tsx';
import {
  CONFIGURATION_FIELDS,
  ConfigurationSections,
  configurationBodyOf,
  formOfConfiguration,
  ruleOfChoice,
} from './configuration-form.tsx';
import { SiteCard, type SiteDialog, StatsDialog } from './site-card.tsx';
import { StaffDialog } from './staff-dialog.tsx';

function CreateSiteDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (site: SiteAnswer) => void }) {
  const { t } = useLocale('sites');
  const toast = useToast();
  const client = useQueryClient();
  const form = useForm({
    fields: { name: 'text', currency: 'choice', timeZone: 'choice' },
    initial: { name: '', currency: 'EUR', timeZone: browserTimeZone() },
    call: calls.createSite,
    body: ({ name, currency, timeZone }) => ({ name, currency: currency as Currency, timeZone }),
    onSuccess: async (site) => {
      // Refresh first, so that the list behind the closing dialog has the new site.
      await client.invalidateQueries({ queryKey: queryKeyOf(calls.listSites) });
      onClose();
      onCreated(site);
      toast({ title: t('create.success'), description: t('create.successText') });
    },
    failed: t('create.failed'),
  });
  return (
    <FormDialog title={t('create.title')} submitLabel={t('create.submit')} form={form} onClose={onClose}>
      {/* The plan is read again when the site is made: the closing dialog would say that no more are allowed. */}
      {!form.pending && !form.done && <QuotaLimit quota="sites" />}
      <FormField form={form} name="name" label={t('create.name')} required autoFocus />
      <FormField form={form} name="currency" label={t('create.currency')} select>
        {choices(CURRENCIES, (code) => code)}
      </FormField>
      <TimeZoneField form={form} name="timeZone" label={t('configure.timeZone')} />
    </FormDialog>
  );
}

/** The names and values of a site's settings, as its form has them. */
function useConfigurationWords(currency: Currency): FieldWords {
  const { t, language } = useLocale('sites');

  function text(field: string, value: unknown): string | undefined {
    switch (field) {
      case 'commissionHoldDays':
        return t('configure.days', { count: Number(value) });
      case 'selfRedemption':
        return t(`configure.selfRedemptionChoice.${value as SiteConfiguration['selfRedemption']}`);
      case 'renewalPolicy':
        return t(`configure.renewal.${value as SiteConfiguration['renewalPolicy']}`);
      case 'commissionRule': {
        const { version, settings } = value as RuleChoice;
        const rule = ruleOfChoice(String(version));
        const name = rule === undefined ? String(version) : ruleTexts(rule, language).name;
        return [name, ...Object.values(settings).map((amounts) => amounts.join('; '))].join(': ');
      }
      default:
        return undefined;
    }
  }

  return {
    text,
    label: (field) =>
      field === 'name'
        ? t('create.name')
        : t(`configure.${field as keyof SiteConfiguration}`, { symbol: currencySymbol(currency) }),
  };
}

function ConfigureDialog({ site, onClose }: { site: SiteAnswer; onClose: () => void }) {
  const { t } = useLocale('sites');
  const words = useConfigurationWords(site.currency);
  const request = { params: { siteId: site.id } };
  const saved = useApi(calls.siteConfiguration, request, { gcTime: 0, staleTime: 0 });
  const form = useEditForm({
    fields: CONFIGURATION_FIELDS,
    saved: { ...(saved.data ?? DEFAULT_SITE_CONFIGURATION), name: site.name },
    initial: formOfConfiguration,
    call: calls.configureSite,
    body: configurationBodyOf,
    check: (values) => ({
      ...(values.name === '' && { name: { message: t('nameRequired') } }),
      ...settingIssues(ruleOfChoice(values.commissionRule), values),
    }),
    ...request,
    done: () => ({ title: t('configure.success'), description: t('configure.successText') }),
    failed: t('configure.failed'),
    changes: [calls.listSites],
    onSuccess: onClose,
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

/** What comes after a site was created. */
function NewSiteSteps(props: { site: SiteAnswer; onInvite: () => void; onDismiss: () => void }) {
  const { t } = useLocale('sites');
  const id = useId();
  const { id: siteId, name } = props.site;
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: 2.5, mb: 2, borderColor: 'primary.main' }}>
      <Stack direction="row" spacing={1} sx={{ justifyContent: 'space-between', alignItems: 'flex-start' }}>
        <Box sx={{ minWidth: 0 }}>
          <Typography id={id} variant="h2" sx={{ overflowWrap: 'anywhere' }}>
            {t('next.title', { site: name })}
          </Typography>
          <Typography sx={{ color: 'text.secondary', mt: 0.5 }}>{t('next.text')}</Typography>
        </Box>
        <IconButton aria-label={t('next.dismiss')} onClick={props.onDismiss} edge="end">
          <Close />
        </IconButton>
      </Stack>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1.5} sx={{ mt: 2 }}>
        <LinkButton to={`/qr-management?site=${siteId}`} variant="contained">
          {t('next.createQr')}
        </LinkButton>
        <Button variant="outlined" onClick={props.onInvite}>
          {t('next.inviteStaff')}
        </Button>
      </Stack>
    </Card>
  );
}

const NAMES = { filters: SITE_STATES, sorts: SITE_ORDERS, pageLength: 24 } as const;
/** CSS pixels. */
const CARD_WIDTH = 320;
const CARD_HEIGHT = 394;

const DIALOGS = { configure: ConfigureDialog, staff: StaffDialog, stats: StatsDialog };

export default function SitesPage() {
  const { t } = useLocale('sites');
  const [query, setQuery] = useSearchParams();
  const [isCreating, setIsCreating] = useState(false);
  const [dialog, setDialog] = useState<{ kind: SiteDialog; site: SiteAnswer } | null>(null);
  const [created, setCreated] = useState<SiteAnswer | null>(null);
  const list = useServerList(calls.listSites, {}, NAMES);
  const siteCard = useCallback(
    (site: SiteAnswer) => <SiteCard site={site} onOpen={(kind) => setDialog({ kind, site })} />,
    [],
  );
  const closeCreate = () => {
    setIsCreating(false);
    // If the user has opened another screen meanwhile, stay there.
    if (newestAddress().has('create'))
      setQuery((before) => withParameters(before, { create: null }), { replace: true });
  };
  const create = (
    <Button variant="contained" startIcon={<Add />} onClick={() => setIsCreating(true)}>
      {t('create.open')}
    </Button>
  );
  const Dialog = dialog && DIALOGS[dialog.kind];
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            <LinkButton to="/support" variant="text" startIcon={<SupportAgentOutlined />}>
              {t('support')}
            </LinkButton>
            {create}
          </>
        }
      />
      {created && (
        <NewSiteSteps
          site={created}
          onInvite={() => setDialog({ kind: 'staff', site: created })}
          onDismiss={() => setCreated(null)}
        />
      )}
      <ServerListView
        list={list}
        label={t('title')}
        search={t('search')}
        nameOf={(name) => t(name === 'active' ? 'card.active' : 'card.inactive')}
        action={<ListDownload title={t('title')} list={list} />}
        empty={<EmptyCard icon={<StorefrontOutlined />} title={t('empty')} text={t('emptyText')} />}
        keyOf={idOf}
        height={CARD_HEIGHT}
        cards={CARD_WIDTH}
      >
        {siteCard}
      </ServerListView>
      {(isCreating || query.has('create')) && <CreateSiteDialog onClose={closeCreate} onCreated={setCreated} />}
      {Dialog && dialog && <Dialog key={dialog.site.id} site={dialog.site} onClose={() => setDialog(null)} />}
    </>
  );
}

const idOf = ({ id }: SiteAnswer) => id;
