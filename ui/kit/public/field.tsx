import { type InputHTMLAttributes, useId } from 'react';

/** A text field with its label, and its error or help below it. */
export function Field(
  props: {
    label: string;
    error?: string | undefined;
    help?: string;
    onType: (text: string) => void;
  } & InputHTMLAttributes<HTMLInputElement>,
) {
  const { label, error, help, onType, ...input } = props;
  const id = useId();
  const below = error ?? help;
  return (
    <div className="field">
      <input
        {...input}
        id={id}
        // The label lies in the field while this is shown (accounts.css).
        placeholder=" "
        aria-invalid={error !== undefined}
        aria-describedby={below === undefined ? undefined : `${id}-below`}
        onChange={(event) => onType(event.target.value)}
      />
      <label htmlFor={id}>
        {label}
        {input.required && <span aria-hidden="true"> *</span>}
      </label>
      {below !== undefined && (
        <p id={`${id}-below`} className={error === undefined ? undefined : 'error'}>
          {below}
        </p>
      )}
    </div>
  );
}
