import { isTimeZone, UTC } from '@perktree/contracts/kernel/time-zone-name';
import type { ReactNode } from 'react';
import type { FieldKinds } from '../../lib/forms/fields.ts';
import type { Form } from '../../lib/forms/use-form.ts';
import { FormField } from '../forms.tsx';

/** A native select: several hundred choices, which a keyboard finds by their first letters. */
export function TimeZoneField<F extends FieldKinds>(props: {
  form: Form<F>;
  name: keyof F & string;
  label: string;
  helperText?: ReactNode;
}) {
  const chosen = String(props.form.typed[props.name]);
  const zones = [...new Set([UTC, chosen, ...Intl.supportedValuesOf('timeZone')])].sort();
  return (
    <FormField {...props} select slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}>
      {zones.map((zone) => (
        <option key={zone} value={zone}>
          {zone.replaceAll('_', ' ')}
        </option>
      ))}
    </FormField>
  );
}

/** The time zone of the browser, which a new site begins with. */
export function browserTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : UTC;
}
