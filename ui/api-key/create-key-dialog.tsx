import { FormControl, FormGroup, FormHelperText, FormLabel, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { KEY_SCOPES, type KeyScope } from '@perktree/contracts/kernel/scopes';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckField } from '../kit/form/check-field.tsx';
import { FormDialog, FormField } from '../kit/form/form.tsx';
import { type Choice, Picker } from '../kit/list/picker.tsx';
import { LATEST_LOCAL, utcOf } from '../lib/days.ts';
import { useForm } from '../lib/forms/use-form.ts';

/** Translation keys by scope. i18next would read the colon of a scope as a namespace separator. */
export const SCOPE_TEXT = {
  redeem: 'redeem',
  'read:qrs': 'readQrs',
  'write:qrs': 'writeQrs',
  'read:ledger': 'readLedger',
  payouts: 'payouts',
  webhooks: 'webhooks',
} as const satisfies Readonly<Record<KeyScope, string>>;

/** A checkbox with an explanation for each scope of a key. */
function ScopesField(props: {
  scopes: readonly KeyScope[];
  onChange: (scopes: readonly KeyScope[]) => void;
  error: string | undefined;
}) {
  const { t } = useTranslation('api-keys');
  const { scopes, onChange } = props;
  const id = useId();
  const toggle = (scope: KeyScope, isChosen: boolean) =>
    onChange(isChosen ? [...scopes, scope] : scopes.filter((one) => one !== scope));
  return (
    <FormControl component="fieldset" error={props.error !== undefined}>
      <FormLabel component="legend">{t('createDialog.scopes')}</FormLabel>
      <FormGroup>
        {KEY_SCOPES.map((scope) => (
          <CheckField
            key={scope}
            checked={scopes.includes(scope)}
            onChange={(isChosen) => toggle(scope, isChosen)}
            slotProps={{ input: { 'aria-labelledby': `${id}-${scope}`, 'aria-describedby': `${id}-${scope}-help` } }}
            sx={{ py: 0.5 }}
            label={
              <>
                <span id={`${id}-${scope}`}>{t(`scope.${SCOPE_TEXT[scope]}`)}</span>
                <Typography variant="quiet" component="span" id={`${id}-${scope}-help`} sx={{ display: 'block' }}>
                  {t(`scopeHelp.${SCOPE_TEXT[scope]}`)}
                </Typography>
              </>
            }
          />
        ))}
      </FormGroup>
      {props.error && <FormHelperText role="alert">{props.error}</FormHelperText>}
    </FormControl>
  );
}

export function CreateKeyDialog({ onCreated, onClose }: { onCreated: (key: string) => void; onClose: () => void }) {
  const { t } = useTranslation('api-keys');
  const [site, setSite] = useState<Choice | null>(null);
  const [scopes, setScopes] = useState<readonly KeyScope[]>(['redeem']);
  const form = useForm({
    fields: { name: 'text', scopes: 'choice', expiresAt: 'text', ipRanges: 'text' },
    call: calls.createApiKey,
    body: ({ name, expiresAt, ipRanges }) => ({
      name,
      scopes: [...scopes],
      siteIds: site === null ? null : [site.id],
      ...(expiresAt !== '' && { expiresAt: utcOf(expiresAt) }),
      ipRanges: ipRanges.split(/[\s,;]+/).filter((part) => part !== ''),
    }),
    check: () => (scopes.length === 0 ? { scopes: { message: t('createDialog.scopesRequired') } } : {}),
    refusals: { API_KEY_EXPIRES_IN_PAST: ['expiresAt'] },
    onSuccess: ({ key }) => onCreated(key),
  });
  return (
    <FormDialog
      title={t('create')}
      submitLabel={t('createDialog.submit')}
      form={form}
      onClose={onClose}
      failed={t('createDialog.failed')}
    >
      <FormField
        form={form}
        name="name"
        label={t('createDialog.name')}
        helperText={t('createDialog.nameHelp')}
        required
        autoFocus
      />
      <ScopesField scopes={scopes} onChange={setScopes} error={form.error('scopes')} />
      <Picker
        label={t('createDialog.site')}
        call={calls.listSites}
        choiceOf={({ id, name }) => ({ id, label: name })}
        value={site}
        onChange={setSite}
        placeholder={t('allSites')}
      />
      <FormField
        form={form}
        name="expiresAt"
        label={t('createDialog.expires')}
        helperText={t('createDialog.expiresHelp')}
        slotProps={{ htmlInput: { type: 'datetime-local', max: LATEST_LOCAL }, inputLabel: { shrink: true } }}
      />
      <FormField
        form={form}
        name="ipRanges"
        label={t('createDialog.networks')}
        helperText={t('createDialog.networksHelp')}
        autoComplete="off"
      />
    </FormDialog>
  );
}
