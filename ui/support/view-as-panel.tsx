import { Button, Stack } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { ROLES, type Role } from '@perktree/contracts/kernel/envelope';
import { VIEW_REASONS, type ViewReason } from '@perktree/contracts/support/view-as-calls';
import { useTranslation } from 'react-i18next';
import { choices, FormField } from '../kit/form/form.tsx';
import { Panel } from '../kit/page.tsx';
import { useForm } from '../lib/forms/use-form.ts';

/** Superadmins cannot be viewed as. */
const SEEN_AS = ROLES.filter((role) => role !== 'superadmin');

export function ViewAsPanel(props: { person?: string; as?: Role }) {
  const { t } = useTranslation(['view-as', 'common']);
  const form = useForm({
    fields: { person: 'text', role: 'choice', reason: 'choice', note: 'optionalText' },
    initial: { person: props.person ?? '', role: props.as ?? 'site_owner', reason: 'support_request', note: '' },
    call: calls.startViewing,
    // Without it, a person typed on another page would be viewed, unseen.
    draft: `view ${props.person ?? ''}`,
    body: ({ person, role, reason, note }) => ({ person, role: role as Role, reason: reason as ViewReason, note }),
    check: ({ reason, note }) => (reason === 'other' && note === null ? { note: { code: 'REQUIRED' } } : {}),
    // A navigation, so that no screen keeps the superadmin's own data.
    onSuccess: () => window.location.assign('/'),
    failed: t('startFailed'),
  });
  return (
    <Panel title={t('title')} subtitle={t('subtitle')}>
      <Stack
        component="form"
        noValidate
        ref={form.ref}
        onSubmit={form.submit}
        direction={{ xs: 'column', sm: 'row' }}
        spacing={1.5}
        useFlexGap
        sx={{ alignItems: { sm: 'flex-start' }, flexWrap: { sm: 'wrap' } }}
      >
        {props.person === undefined && (
          <FormField
            form={form}
            name="person"
            label={t('person')}
            slotProps={{ htmlInput: { autoComplete: 'off' } }}
            sx={{ flex: 2, minWidth: { sm: 240 } }}
          />
        )}
        <FormField form={form} name="role" select label={t('role')} sx={{ flex: 1, minWidth: { sm: 170 } }}>
          {choices(SEEN_AS, (one) => t(`common:role.${one}`))}
        </FormField>
        <FormField form={form} name="reason" select label={t('reason')} sx={{ flex: 1, minWidth: { sm: 240 } }}>
          {choices(VIEW_REASONS, (one) => t(`reasons.${one}`))}
        </FormField>
        <FormField
          form={form}
          name="note"
          label={t('note')}
          helperText={t('noteHelp')}
          autoComplete="off"
          sx={{ flex: 2, minWidth: { sm: 240 } }}
        />
        <Button type="submit" variant="outlined" loading={form.pending} sx={{ height: { sm: 56 } }}>
          {t('start')}
        </Button>
      </Stack>
    </Panel>
  );
}
