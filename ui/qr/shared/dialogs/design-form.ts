import { MIN_CONTRAST } from '@perktree/contracts/kernel/contrast';
import { contrastOf, LOGO_PERCENT, PLAIN_DESIGN, type QrDesign } from '@perktree/contracts/qr/design';
import type { QrDesignAnswer } from '@perktree/contracts/qr/design-calls';
import type { FieldIssues, Typed, Values } from '../../../lib/forms/fields.ts';

/** Names are paths below `design` in the body; `scope` is not sent. */
export const DESIGN_FIELDS = {
  scope: 'choice',
  foreground: 'text',
  background: 'text',
  modules: 'choice',
  'logo.picture': 'choice',
  'logo.percent': 'count',
  frameText: 'optionalText',
} as const;
type Fields = typeof DESIGN_FIELDS;

/** Default size of a logo: easy to see, and the code stays readable. */
const USUAL_PERCENT = 22;

export function formOfDesign({ design }: Pick<QrDesignAnswer, 'design'>): Typed<Fields> {
  const { logo, frameText, ...rest } = design ?? PLAIN_DESIGN;
  return {
    ...rest,
    scope: 'campaign',
    'logo.picture': logo?.picture ?? '',
    'logo.percent': String(logo?.percent ?? USUAL_PERCENT),
    frameText: frameText ?? '',
  };
}

/** The design that the form has shown of a scope, as the call takes it; empty if it has shown that of the other scope. */
export function seenDesign(
  { design, from }: Pick<QrDesignAnswer, 'design' | 'from'>,
  scope: string,
): { seen?: { design: QrDesign | null } } {
  if (from === scope) return { seen: { design } };
  // The design of a site is shown only where the campaign has none.
  return from === 'campaign' ? {} : { seen: { design: null } };
}

export function designBody(values: Values<Fields>): { design: QrDesign } {
  const { foreground, background, modules, frameText } = values;
  const picture = values['logo.picture'];
  const logo = picture === '' ? null : { picture, percent: values['logo.percent'] };
  return { design: { foreground, background, modules: modules as QrDesign['modules'], logo, frameText } };
}

const COLOR = /^#[0-9a-f]{6}$/i;

/** Null while a colour is incomplete. */
const colorsOf = ({ foreground, background }: Values<Fields>) =>
  COLOR.test(foreground) && COLOR.test(background) ? { foreground, background } : null;

/** Checks the contrast by the server's rule. */
export function checkDesign(values: Values<Fields>): FieldIssues<Fields> {
  const colors = colorsOf(values);
  const contrast = colors === null ? MIN_CONTRAST : contrastOf(colors);
  if (contrast >= MIN_CONTRAST) return {};
  if (contrast < 1) return { foreground: { code: 'NOT_DARKER' } };
  const shown = Math.floor(contrast * 10) / 10;
  return { foreground: { code: 'CONTRAST_TOO_LOW', values: { contrast: shown, least: MIN_CONTRAST } } };
}

/** The typed design as far as it can be drawn; null while a colour is incomplete. */
export function drawable(values: Values<Fields>): QrDesign | null {
  if (colorsOf(values) === null) return null;
  const { design } = designBody(values);
  const { min, max } = LOGO_PERCENT;
  const percent = Math.min(Math.max(design.logo?.percent ?? USUAL_PERCENT, min), max);
  return { ...design, logo: design.logo && { ...design.logo, percent } };
}
