import { Alert, Button, Stack } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { errorText } from '../lib/api-error.ts';
import { AccountFrame } from './account-frame.tsx';

/**
 * The page of a link with its token after `#`, which browsers do not send to the server. A button uses the token, so that mail
 * scanners that open links do not.
 * @param props.isUsedUp whether the link works only once: then its token is removed from the history
 */
export function TokenPage<Answer>(props: {
  textOf: (name: 'title' | 'subtitle' | 'invalid' | 'submit') => string;
  call: (token: string) => Promise<Answer>;
  isUsedUp: boolean;
  done: (answer: Answer) => ReactNode;
}) {
  const { textOf } = props;
  const [token] = useState(() => window.location.hash.slice(1));
  const use = useMutation({
    mutationFn: () => props.call(token),
    onSuccess: () => {
      if (props.isUsedUp) window.history.replaceState(window.history.state, '', window.location.pathname);
    },
  });
  return (
    <AccountFrame title={textOf('title')} subtitle={textOf('subtitle')}>
      <Stack spacing={2.5}>
        {token === '' && <Alert severity="error">{textOf('invalid')}</Alert>}
        {use.error && <Alert severity="error">{errorText(use.error)}</Alert>}
        {use.isSuccess && props.done(use.data)}
        {token !== '' && !use.isSuccess && (
          <Button variant="contained" size="large" loading={use.isPending} onClick={() => use.mutate()}>
            {textOf('submit')}
          </Button>
        )}
      </Stack>
    </AccountFrame>
  );
}
