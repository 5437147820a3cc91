import { Button, type ButtonProps, IconButton } from '@mui/material';
import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog, type ConfirmProps } from './dialogs.tsx';
import { headingAfter } from './screen-heading.tsx';

export function DialogButton({ dialog, ...button }: ButtonProps & { dialog: (close: () => void) => ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setIsOpen(true)} />
      {isOpen && dialog(() => setIsOpen(false))}
    </>
  );
}

/** A button that asks before it sends its command. The dialog closes with the command's answer. */
export function ConfirmButton<Given = void>(
  props: Omit<ConfirmProps, 'open' | 'pending' | 'onConfirm' | 'onClose'> & {
    button: ButtonProps;
    /** In place of a text. */
    icon?: ReactNode;
    command: Pick<UseMutationResult<unknown, Error, Given>, 'mutate' | 'isPending'>;
    given?: Given;
  },
) {
  const { button, icon, command, given, ...dialog } = props;
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  return (
    <>
      {icon ? (
        <IconButton ref={headingAfter} edge="end" aria-label={button['aria-label']} onClick={() => setIsAsking(true)}>
          {icon}
        </IconButton>
      ) : (
        <Button ref={headingAfter} {...button} onClick={() => setIsAsking(true)} />
      )}
      <ConfirmDialog
        {...dialog}
        open={isAsking}
        pending={command.isPending}
        onConfirm={() => command.mutate(given as Given, { onSettled: close })}
        onClose={close}
      />
    </>
  );
}
