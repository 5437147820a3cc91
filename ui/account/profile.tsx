import { Box, Button, Stack, Typography } from '@mui/material';
import type { UserAnswer } from '@perktree/contracts/account/calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog, FormField } from '../kit/form/form.tsx';
import { Panel } from '../kit/page.tsx';
import { OnceDialog } from '../kit/shown-once-dialog.tsx';
import { useAuth } from '../lib/auth.tsx';
import { EMAIL_INPUT, typedOf } from '../lib/forms/fields.ts';
import { useForm } from '../lib/forms/use-form.ts';
import { useHasPassword } from './password.tsx';

interface Editing {
  readonly user: UserAnswer;
  readonly onClose: () => void;
}

const NAMES = { firstName: 'optionalText', lastName: 'optionalText' } as const;

function NameDialog({ user, onClose }: Editing) {
  const { t } = useTranslation('account');
  const { refresh } = useAuth();
  const [opened] = useState(user);
  const form = useForm({
    fields: NAMES,
    initial: typedOf(NAMES, opened),
    call: calls.changeProfile,
    // Only what the person has changed: another tab may have changed the rest.
    body: ({ firstName, lastName }) => ({
      ...(firstName !== opened.firstName && { firstName }),
      ...(lastName !== opened.lastName && { lastName }),
    }),
    done: () => ({ title: t('profile.nameSaved') }),
    onSuccess: () => refresh().then(onClose),
  });
  return (
    <FormDialog
      title={t('profile.editName')}
      subtitle={t('profile.nameText')}
      submitLabel={t('profile.save')}
      form={form}
      onClose={onClose}
    >
      <FormField form={form} name="firstName" label={t('profile.firstName')} autoComplete="given-name" autoFocus />
      <FormField form={form} name="lastName" label={t('profile.lastName')} autoComplete="family-name" />
    </FormDialog>
  );
}

/** Where mail is configured, the link of a mail to the new address makes the change. */
function EmailDialog({ user, onClose }: Editing) {
  const { t } = useTranslation('account');
  const { refresh } = useAuth();
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const form = useForm({
    fields: { email: 'text' },
    call: calls.changeEmail,
    body: (values) => values,
    refusals: { EMAIL_TAKEN: ['email', t('profile.emailTaken')] },
    done: ({ pendingEmail }) => (pendingEmail === null ? { title: t('profile.emailSaved') } : null),
    onSuccess: ({ pendingEmail }) => (pendingEmail === null ? refresh().then(onClose) : setMailedTo(pendingEmail)),
  });
  if (mailedTo !== null) {
    return (
      <OnceDialog title={t('profile.mailedTitle')} doneLabel={t('profile.mailedDone')} onClose={onClose}>
        <Typography>{t('profile.mailedText', { email: mailedTo, current: user.email })}</Typography>
      </OnceDialog>
    );
  }
  return (
    <FormDialog
      title={t('profile.changeEmail')}
      subtitle={t('profile.emailNow', { email: user.email })}
      submitLabel={t('profile.changeEmail')}
      form={form}
      onClose={onClose}
    >
      <FormField
        form={form}
        name="email"
        label={t('profile.newEmail')}
        autoComplete="email"
        autoFocus
        slotProps={{ htmlInput: EMAIL_INPUT }}
      />
    </FormDialog>
  );
}

export function ProfilePanel() {
  const { t } = useTranslation('account');
  const { user } = useAuth();
  const hasPassword = useHasPassword();
  const [edited, setEdited] = useState<'name' | 'email' | null>(null);
  if (user === null) return null;
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  return (
    <Panel title={t('profile.title')}>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gridTemplateColumns: { sm: '140px 1fr' },
          columnGap: 2,
          rowGap: { xs: 0.25, sm: 1.5 },
          '& dt': { color: 'text.secondary' },
          '& dd': { m: 0, mb: { xs: 1.5, sm: 0 }, fontWeight: 600, overflowWrap: 'anywhere' },
        }}
      >
        <dt>{t('profile.name')}</dt>
        <dd>{name || t('profile.noName')}</dd>
        <dt>{t('profile.email')}</dt>
        <dd>{user.email}</dd>
      </Box>
      <Stack direction="row" spacing={1.5} useFlexGap sx={{ flexWrap: 'wrap', mt: 2 }}>
        <Button variant="outlined" onClick={() => setEdited('name')}>
          {t('profile.editName')}
        </Button>
        {/* The address of an account without one is that of its organisation. */}
        {hasPassword && (
          <Button variant="outlined" onClick={() => setEdited('email')}>
            {t('profile.changeEmail')}
          </Button>
        )}
      </Stack>
      {edited === 'name' && <NameDialog user={user} onClose={() => setEdited(null)} />}
      {edited === 'email' && <EmailDialog user={user} onClose={() => setEdited(null)} />}
    </Panel>
  );
}
