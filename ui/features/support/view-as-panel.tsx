import { Button, MenuItem, Stack, TextField } from '@mui/material';
import { ROLES, type Role } from '@perktree/contracts/envelope';
import { calls } from '@perktree/contracts/http/calls';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../components/panel.tsx';
import { callApi } from '../../lib/api.ts';
import { errorText } from '../../lib/api-error.ts';
import { useToast } from '../../lib/toast.tsx';

/** Nobody is seen as a superadmin. */
const SEEN_AS = ROLES.filter((role) => role !== 'superadmin');

/** For superadmins: to see the product as somebody else does. `person` and `as` are what is filled in already. */
export function ViewAsPanel(props: { person?: string; as?: Role }) {
  const { t } = useTranslation(['view-as', 'common']);
  const toast = useToast();
  const [person, setPerson] = useState(props.person ?? '');
  const [role, setRole] = useState<Role>(props.as ?? 'site_owner');
  const [isMissing, setMissing] = useState(false);
  const start = useMutation({
    mutationFn: () => callApi(calls.startViewing, { body: { person: person.trim(), role } }),
    // A navigation, so that nothing read as oneself is left on any screen.
    onSuccess: () => window.location.assign('/'),
    onError: (error) => toast({ title: t('startFailed'), description: errorText(error), variant: 'destructive' }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(person.trim() === '');
    if (person.trim() !== '' && !start.isPending) start.mutate();
  };
  return (
    <Panel title={t('title')} subtitle={t('subtitle')}>
      <Stack
        component="form"
        noValidate
        onSubmit={submit}
        direction={{ xs: 'column', sm: 'row' }}
        spacing={1.5}
        sx={{ alignItems: { sm: 'flex-start' } }}
      >
        {props.person === undefined && (
          <TextField
            label={t('person')}
            value={person}
            onChange={(event) => {
              setPerson(event.target.value);
              setMissing(false);
            }}
            error={isMissing}
            helperText={isMissing && t('missing')}
            slotProps={{ htmlInput: { maxLength: 254, autoComplete: 'off' } }}
            sx={{ flex: 2, minWidth: 0 }}
          />
        )}
        <TextField
          select
          label={t('role')}
          value={role}
          onChange={(event) => setRole(event.target.value as Role)}
          sx={{ flex: 1, minWidth: 150 }}
        >
          {SEEN_AS.map((one) => (
            <MenuItem key={one} value={one}>
              {t(`common:role.${one}`)}
            </MenuItem>
          ))}
        </TextField>
        <Button type="submit" variant="outlined" loading={start.isPending} sx={{ height: { sm: 56 } }}>
          {t('start')}
        </Button>
      </Stack>
    </Panel>
  );
}
