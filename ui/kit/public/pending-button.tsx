import type { ReactNode } from 'react';

/** A button that spins while its request is under way. It is not disabled then, because a disabled button loses the focus. */
export function PendingButton(props: {
  type?: 'submit' | 'button';
  pending: boolean;
  onClick?: () => void;
  children: ReactNode;
}) {
  const { type = 'button', pending, onClick } = props;
  return (
    <button
      type={type}
      className="button large"
      aria-disabled={pending}
      onClick={(event) => {
        if (pending) event.preventDefault();
        else onClick?.();
      }}
    >
      {pending && <span className="spinner" role="progressbar" aria-hidden="true" />}
      {props.children}
    </button>
  );
}
