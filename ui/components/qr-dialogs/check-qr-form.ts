import { typedNumber } from './qr-form.ts';

/** What a form refuses before anything is sent: keys of the toast's title and text in the catalogue `qr`. */
export interface FormProblem {
  readonly title: 'problem.nameRequired' | 'problem.commissionTooHigh';
  readonly text: string;
  readonly values?: Readonly<Record<string, string>>;
}

/** Rules of specification 5 for the three dialogs. `available` is null where only the server checks the commission. */
export function checkQrForm(
  form: { readonly name: string; readonly commissionPercent: string },
  dialog: 'split' | 'sibling' | 'edit',
  available: number | null,
): FormProblem | null {
  if (form.name.trim() === '') return { title: 'problem.nameRequired', text: `problem.nameRequired_${dialog}` };
  if (available !== null && typedNumber(form.commissionPercent) > available) {
    return {
      title: 'problem.commissionTooHigh',
      text: 'problem.commissionTooHighText',
      values: { available: String(available) },
    };
  }
  return null;
}
