import { Alert, Button } from '@mui/material';
import type { UserAnswer } from '@perktree/contracts/account/calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { useEffect } from 'react';
import { usePerson } from '../kit/use-site.ts';
import { callApi } from '../lib/api.ts';
import { serverNow } from '../lib/public/time.ts';
import { useCommand } from '../lib/use-api.ts';
import { useLocale } from '../lib/use-locale.ts';

/** A navigation, so that no screen keeps data read as the other person. */
const leaveView = () => window.location.assign('/support');

export default function ViewAsBanner({ user, until }: { user: UserAnswer; until: string }) {
  const { t, language } = useLocale('view-as');
  const person = usePerson();
  const stop = useCommand({ send: () => callApi(calls.stopViewing, {}), failed: t('stopFailed'), onDone: leaveView });
  useEffect(() => {
    // 1.5 s late, so that the view has ended for the server, too.
    const timer = setTimeout(leaveView, Math.max(0, Date.parse(until) - serverNow()) + 1_500);
    return () => clearTimeout(timer);
  }, [until]);
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(new Date(until));
  return (
    <Alert
      component="section"
      aria-label={t('label')}
      severity="warning"
      role="region"
      action={
        <Button color="inherit" variant="outlined" loading={stop.isPending} onClick={() => stop.mutate()}>
          {t('stop')}
        </Button>
      }
      sx={{ borderRadius: 0, position: 'sticky', top: 0, zIndex: 'tooltip', overflowWrap: 'anywhere' }}
    >
      {t('text', { email: user.email, role: person?.role ?? user.role, time })}
    </Alert>
  );
}
