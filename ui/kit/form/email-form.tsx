import { Button, Stack, Typography } from '@mui/material';
import { EMAIL_INPUT, type FieldKinds } from '../../lib/forms/fields.ts';
import type { Form } from '../../lib/forms/use-form.ts';
import type { PagesOptions } from '../../lib/use-api.ts';
import { FormField } from './form.tsx';

/** A line that sends something to an address. */
export function EmailForm<F extends FieldKinds & { readonly email: 'text' }>(props: {
  form: Form<F>;
  label: string;
  submitLabel: string;
}) {
  const { form } = props;
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1.5} sx={{ pt: 1 }}>
        <FormField
          form={form}
          name="email"
          label={props.label}
          required
          autoComplete="off"
          slotProps={{ htmlInput: EMAIL_INPUT }}
        />
        <Button type="submit" variant="contained" loading={form.pending} sx={{ flex: 'none' }}>
          {props.submitLabel}
        </Button>
      </Stack>
    </form>
  );
}

/** Whether a mail was sent. A bounce shows the mail server's answer. */
export function MailState({ text, state, reason }: { text: string; state: string; reason: string | null }) {
  const hasFailed = state === 'bounced' || state === 'failed';
  return (
    <Typography
      component="span"
      variant="body2"
      color={hasFailed ? 'error' : undefined}
      sx={{ display: 'block', overflowWrap: 'anywhere' }}
    >
      {text}
      {reason !== null && ` ${reason}`}
    </Typography>
  );
}

/** Milliseconds between two reads of mails that wait to be sent: no event comes when they are. */
export const MAIL_POLL_MS = 3_000;

const isWaiting = (row: unknown) =>
  (row as { readonly mail?: { readonly state: string } | null }).mail?.state === 'queued';

/** Reads a list of invitations again until their mails are sent. */
export const pollsMails: NonNullable<PagesOptions['refetchInterval']> = ({ state }) =>
  state.data?.pages.some(({ items }) => items.some(isWaiting)) ? MAIL_POLL_MS : false;
