import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { closeOnBack } from '../../lib/public/close-on-back.ts';

/**
 * A native modal dialog: the browser traps and restores the focus. Until `onConfirm` settles it stays open and ignores
 * clicks. Its buttons are not disabled then, because a disabled button loses the focus.
 */
export function PublicConfirmDialog(props: {
  open: boolean;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  pendingLabel: string;
  cancelLabel: string;
  /** A button for an alternative, between Cancel and Confirm. */
  otherAction?: ReactNode;
  onConfirm: () => Promise<void>;
  onCancel: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [isPending, setIsPending] = useState(false);
  const cancel = () => {
    if (!isPending) props.onCancel();
  };
  const confirm = async () => {
    if (isPending) return;
    setIsPending(true);
    await props.onConfirm().finally(() => setIsPending(false));
  };

  const back = useRef<ReturnType<typeof closeOnBack>>(null);
  useEffect(() => {
    const cancelOpen = () => dialog.current?.dispatchEvent(new Event('cancel', { cancelable: true }));
    back.current = closeOnBack(() => (dialog.current?.open ? cancelOpen : null));
    return () => back.current?.stop();
  }, []);

  useEffect(() => {
    if (props.open && !dialog.current?.open) dialog.current?.showModal();
    if (!props.open && dialog.current?.open) dialog.current.close();
    if (props.open) back.current?.onOpen();
  }, [props.open]);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault();
        cancel();
      }}
    >
      <h2 id={`${id}-title`}>{props.title}</h2>
      <div id={`${id}-text`}>{props.children}</div>
      <div className="dialog-buttons">
        <button type="button" className="button quiet" aria-disabled={isPending} onClick={cancel}>
          {props.cancelLabel}
        </button>
        {props.otherAction}
        <button type="button" className="button" aria-disabled={isPending} onClick={() => void confirm()}>
          {isPending ? props.pendingLabel : props.confirmLabel}
        </button>
      </div>
    </dialog>
  );
}
