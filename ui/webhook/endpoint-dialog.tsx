import { Chip, FormControl, FormGroup, FormHelperText, FormLabel, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { WebhookEndpointAnswer } from '@perktree/contracts/webhook/endpoint-calls';
import { type EndpointSubscription, WEBHOOK_TYPES } from '@perktree/contracts/webhook/endpoints';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckField } from '../kit/form/check-field.tsx';
import { EditedMeanwhile } from '../kit/form/fields.tsx';
import { FormDialog, FormField } from '../kit/form/form.tsx';
import { Picker } from '../kit/list/picker.tsx';
import { CopiedText } from '../kit/shown-once-dialog.tsx';
import { type EditConflict, useEditForm } from '../lib/forms/use-edit-form.ts';
import { type Form, useForm } from '../lib/forms/use-form.ts';
import { useApi } from '../lib/use-api.ts';

/** Maximum of the query parameter `ids`. */
const MAX_IDS = 50;

/** Chooses all sites or some. @param props.siteIds null for all, including future ones */
function SitesField(props: {
  siteIds: readonly string[] | null;
  onChange: (siteIds: readonly string[] | null) => void;
  error: string | undefined;
}) {
  // `list` is for Picker: loading it there would hide the dialog meanwhile.
  const { t } = useTranslation(['webhooks', 'list']);
  const { siteIds, onChange } = props;
  const chosen = siteIds ?? [];
  const ids = chosen.slice(0, MAX_IDS).join(',');
  const named = useApi(calls.listSites, { query: { ids } }, { enabled: ids !== '' });
  const [picked, setPicked] = useState<ReadonlyMap<string, string>>(new Map());
  const nameOf = (id: string) => picked.get(id) ?? named.data?.find((site) => site.id === id)?.name ?? id;
  return (
    <FormControl component="fieldset" error={props.error !== undefined}>
      <FormLabel component="legend">{t('sitesLabel')}</FormLabel>
      <CheckField label={t('allSitesLabel')} checked={siteIds === null} onChange={(all) => onChange(all ? null : [])} />
      {siteIds !== null && (
        <Stack spacing={1.5} sx={{ pt: 1 }}>
          <Picker
            key={chosen.length}
            label={t('addSite')}
            call={calls.listSites}
            choiceOf={({ id, name }) => ({ id, label: name })}
            value={null}
            onChange={(choice) => {
              if (choice === null || chosen.includes(choice.id)) return;
              setPicked(new Map(picked).set(choice.id, choice.label));
              onChange([...chosen, choice.id]);
            }}
            error={props.error !== undefined}
          />
          <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
            {chosen.map((id) => (
              <Chip key={id} label={nameOf(id)} onDelete={() => onChange(chosen.filter((one) => one !== id))} />
            ))}
          </Stack>
        </Stack>
      )}
      {props.error && <FormHelperText role="alert">{props.error}</FormHelperText>}
    </FormControl>
  );
}

/** Event types and sites are fields for their errors only: what is chosen is in the subscription. */
const FIELDS = { url: 'text', eventTypes: 'choice', siteIds: 'choice' } as const;
const NO_CHOICE = { eventTypes: '', siteIds: '' };

export function CreateEndpointDialog(props: { onCreated: (secret: string) => void; onClose: () => void }) {
  const { t } = useTranslation('webhooks');
  const subscription = useSubscription({ eventTypes: ['*'], siteIds: null });
  const form = useForm({
    fields: FIELDS,
    initial: { ...NO_CHOICE, url: '' },
    call: calls.createWebhookEndpoint,
    body: ({ url }) => ({ url, ...subscription.value }),
    check: subscription.check,
    changes: [calls.listWebhookEndpoints],
    onSuccess: ({ secret }) => props.onCreated(secret),
  });
  return (
    <EndpointForm
      title={t('create')}
      submitLabel={t('createSubmit')}
      form={form}
      subscription={subscription}
      onClose={props.onClose}
    />
  );
}

export function EditEndpointDialog(props: { endpoint: WebhookEndpointAnswer; onClose: () => void }) {
  const { t } = useTranslation('webhooks');
  // As it was opened: what is chosen of types and sites does not follow later changes.
  const [endpoint] = useState(props.endpoint);
  const subscription = useSubscription(endpoint);
  const form = useEditForm({
    fields: FIELDS,
    saved: endpoint,
    initial: ({ url }) => ({ ...NO_CHOICE, url }),
    onTaken: subscription.show,
    call: calls.changeWebhookEndpoint,
    body: ({ url }) => ({ url, ...subscription.value }),
    check: subscription.check,
    params: { endpointId: endpoint.id },
    done: () => ({ title: t('saved') }),
    changes: [calls.listWebhookEndpoints],
    onSuccess: props.onClose,
  });
  return (
    <EndpointForm
      title={t('editTitle')}
      submitLabel={t('editSubmit')}
      form={form}
      subscription={subscription}
      onClose={props.onClose}
      conflict={form.conflict}
    >
      {/* For receivers that verify signatures without the shared secret. */}
      <div>
        <Typography variant="subtitle2" component="h3">
          {t('publicKey.title')}
        </Typography>
        <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
          {t('publicKey.text')}
        </Typography>
        <CopiedText
          text={endpoint.publicKey}
          label={t('publicKey.copy')}
          copied={t('publicKey.copied')}
          failed={t('publicKey.copyFailed')}
        />
      </div>
    </EndpointForm>
  );
}

/** State of the event types and sites that an endpoint receives. */
function useSubscription(initial: Pick<WebhookEndpointAnswer, 'eventTypes' | 'siteIds'>) {
  const { t } = useTranslation('webhooks');
  const [types, setTypes] = useState<readonly EndpointSubscription[]>(initial.eventTypes);
  const [siteIds, setSiteIds] = useState<readonly string[] | null>(initial.siteIds);
  const value = { eventTypes: [...types], siteIds: siteIds && [...siteIds] };
  const check = () => ({
    ...(types.length === 0 && { eventTypes: { message: t('eventsRequired') } }),
    ...(siteIds?.length === 0 && { siteIds: { message: t('sitesRequired') } }),
  });
  const show = (shown: typeof initial) => {
    setTypes(shown.eventTypes);
    setSiteIds(shown.siteIds);
  };
  return { types, setTypes, siteIds, setSiteIds, value, check, show };
}

function EndpointForm(props: {
  title: string;
  submitLabel: string;
  form: Form<typeof FIELDS>;
  subscription: ReturnType<typeof useSubscription>;
  onClose: () => void;
  conflict?: EditConflict | null;
  children?: ReactNode;
}) {
  const { t } = useTranslation('webhooks');
  const { form } = props;
  const { types, setTypes, siteIds, setSiteIds } = props.subscription;
  const labels: Readonly<Record<string, string>> = { url: t('url'), eventTypes: t('events'), siteIds: t('sitesLabel') };
  const text = (field: string, value: unknown) => {
    if (field === 'siteIds') return value === null ? t('allSites') : t('sites', { count: (value as string[]).length });
    return field === 'eventTypes' && (value as string[]).includes('*') ? t('allEvents') : undefined;
  };
  return (
    <FormDialog
      title={props.title}
      submitLabel={props.submitLabel}
      form={form}
      onClose={props.onClose}
      failed={t('saveFailed')}
    >
      <EditedMeanwhile conflict={props.conflict ?? null} words={{ label: (field) => labels[field] ?? field, text }} />
      <FormField
        form={form}
        name="url"
        label={t('url')}
        helperText={t('urlHelp')}
        slotProps={{ htmlInput: { inputMode: 'url' } }}
        autoComplete="off"
        required
        autoFocus
      />
      <TypesField types={types} onChange={setTypes} error={form.error('eventTypes')} />
      <SitesField siteIds={siteIds} onChange={setSiteIds} error={form.error('siteIds')} />
      {props.children}
    </FormDialog>
  );
}

function TypesField(props: {
  types: readonly EndpointSubscription[];
  onChange: (types: readonly EndpointSubscription[]) => void;
  error: string | undefined;
}) {
  const { t } = useTranslation('webhooks');
  const { types, onChange } = props;
  const isAll = types.includes('*');
  const toggle = (type: EndpointSubscription, isChosen: boolean) =>
    onChange(isChosen ? [...types, type] : types.filter((one) => one !== type));
  return (
    <FormControl component="fieldset" error={props.error !== undefined}>
      <FormLabel component="legend">{t('events')}</FormLabel>
      <FormGroup>
        <CheckField label={t('allEvents')} checked={isAll} onChange={(all) => onChange(all ? ['*'] : [])} />
      </FormGroup>
      {!isAll && (
        <FormGroup sx={{ pl: 3 }}>
          {WEBHOOK_TYPES.map((type) => (
            <CheckField key={type} label={type} checked={types.includes(type)} onChange={(is) => toggle(type, is)} />
          ))}
        </FormGroup>
      )}
      {props.error && <FormHelperText role="alert">{props.error}</FormHelperText>}
    </FormControl>
  );
}
