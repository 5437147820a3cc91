/** A row of buttons of which one is pressed. */
export function ToggleButtons<V extends string>(props: {
  label: string;
  /** Null: none is pressed. */
  value: V | null;
  onChange: (value: V) => void;
  choices: readonly { readonly value: V; readonly label: string; readonly lang?: string }[];
  isWide?: boolean;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not lay out its children in a row in all browsers
    <div role="group" aria-label={props.label} className={props.isWide ? 'toggle-buttons wide' : 'toggle-buttons'}>
      {props.choices.map(({ value, label, lang }) => (
        <button
          key={value}
          type="button"
          lang={lang}
          aria-pressed={value === props.value}
          onClick={() => value !== props.value && props.onChange(value)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
