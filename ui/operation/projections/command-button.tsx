import { Button } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { ReadModelName } from '@perktree/contracts/catalogue/read-models';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { callApi } from '../../lib/api.ts';
import { queryKeyOf } from '../../lib/query-client.ts';
import { failureToast, useToast } from '../../lib/toast.tsx';

const COMMANDS = {
  rebuild: calls.rebuildProjections,
  verify: calls.verifyProjections,
  pause: calls.pauseProjections,
  resume: calls.resumeProjections,
  swap: calls.swapProjections,
  drop: calls.dropProjections,
} as const;
type CommandName = keyof typeof COMMANDS;

export function CommandButton(props: {
  readonly what: CommandName;
  /** Null: all read models. */
  readonly name: ReadModelName | null;
  /** With `drop`: drop the copy that was not swapped in, instead of the old table. */
  readonly unfinished?: boolean;
  readonly disabled: boolean;
}) {
  const { what, name, unfinished = false, disabled } = props;
  const { t } = useTranslation('projections');
  const toast = useToast();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const words = unfinished ? 'dropUnfinished' : what;
  const target = name ?? t('all');
  const run = useMutation({
    mutationFn: () =>
      callApi(COMMANDS[what], {
        body: { ...(name ? { names: [name] } : {}), ...(unfinished ? { unfinished } : {}) },
      }),
    onSuccess: async () => {
      toast({ title: t(`${words}.done`), description: target });
      await client.invalidateQueries({ queryKey: queryKeyOf(calls.projections) });
      setAsking(false);
    },
    onError: (error) => {
      failureToast(toast, t(`${words}.failed`))(error);
      setAsking(false);
    },
  });
  return (
    <>
      <Button
        variant={name !== null ? 'text' : what === 'rebuild' ? 'contained' : 'outlined'}
        size={name === null ? 'medium' : 'small'}
        disabled={disabled}
        aria-label={t(`${words}.label`, { target })}
        onClick={() => setAsking(true)}
      >
        {t(name === null ? `${words}.buttonAll` : `${words}.button`)}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t(`${words}.title`, { target })}
        confirmLabel={t(`${words}.button`)}
        destructive={what === 'drop'}
        pending={run.isPending}
        onConfirm={() => run.mutate()}
        onClose={() => setAsking(false)}
      >
        {t(`${words}.text`)}
      </ConfirmDialog>
    </>
  );
}
