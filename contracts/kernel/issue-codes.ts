/**
 * What can be wrong with a field: code → the English sentence beside it. Clients rely on the codes, and the browser
 * translates by them; `{name}` is filled in from the issue's values.
 */
export const ISSUES = {
  REQUIRED: 'This field is required.',
  NAME_REQUIRED: 'Name required',
  UNKNOWN_FIELD: 'This call does not take this field.',
  WRONG_TYPE: 'The value must be of type {expected}.',
  NOT_A_NUMBER: 'Enter a number.',
  BAD_DECIMAL: 'Enter a number such as {example}.',
  AMBIGUOUS_NUMBER: 'Enter {thousands} or {decimals}: this can mean either.',
  NOT_WHOLE: 'Enter a whole number.',
  NOT_WHOLE_IN_RANGE: 'Enter a whole number from {min} to {max}.',
  TOO_SMALL: 'Enter {min} or more.',
  NOT_ABOVE: 'Enter more than {min}.',
  TOO_BIG: 'Enter {max} or less.',
  TOO_MANY_DECIMALS: 'Use at most {max, plural, one {# decimal place} other {# decimal places}}.',
  TOO_SHORT: 'Enter at least {min, plural, one {# character} other {# characters}}.',
  TOO_LONG: 'Enter at most {max, plural, one {# character} other {# characters}}.',
  TOO_FEW: 'Add at least {min}.',
  TOO_MANY: 'Remove some: at most {max} are allowed.',
  NOT_A_CHOICE: 'Choose one of: {choices}.',
  NOT_A_URL: 'Enter a link that starts with http:// or https://.',
  NOT_AN_EMAIL: 'Enter an e-mail address such as name@example.com.',
  NOT_AN_ID: 'Enter an id.',
  NOT_IDS: 'Enter at most {max, plural, one {# id} other {# ids}}, separated by commas.',
  NOT_A_TILL_REFERENCE: 'Use up to 64 letters, digits and . _ : / -, beginning with a letter or digit.',
  URL_WITH_USER: 'Remove the user name and password from the link.',
  NOT_HTTPS: 'Enter an address that starts with https://, without a user name and password.',
  PRIVATE_ADDRESS: 'Enter an address that is reachable from the internet.',
  NOT_A_NETWORK: 'Enter an IP address or a network such as 203.0.113.0/24.',
  NOT_A_TIME: 'Enter a time in UTC such as 2026-01-31T09:00:00Z.',
  NOT_A_TIME_ZONE: 'Choose a time zone such as Europe/Madrid.',
  NOT_A_DATE: 'Enter a date such as 2026-01-31.',
  BAD_FORMAT: 'The value does not have the expected format.',
  BAD_CHARACTERS: 'Use visible characters only: remove control, invisible and direction characters.',
  TOO_DEEP: 'Nest values at most {max, plural, one {# level} other {# levels}} deep.',
  FIELD_TWICE: 'Send this field only once.',
  OTHER_BENEFIT_TYPE: 'Leave this empty: it belongs to another benefit type.',
  SAME_PASSWORD: 'Choose a password that differs from your current one.',
  EITHER_FIELD: 'Send exactly one of: {fields}.',
  NOT_A_CURSOR: 'Use a cursor that this list returned.',
  NOT_A_POSITION: 'Enter the position of an event.',
  CHANGED_MEANWHILE: 'This was changed meanwhile.',
  POSITION_AHEAD: 'No event has this position yet. Send the X-Position of an answer.',
  ENDS_BEFORE_START: 'The end must be after the start.',
  IN_FUTURE: 'Choose a time that is not in the future.',
  NOT_LATIN: 'Use Latin letters, digits and punctuation.',
  CONTRAST_TOO_LOW: 'Choose colours with more contrast: {contrast} to 1, and at least {least} to 1 is needed.',
  NOT_DARKER: 'Choose a colour that is darker than the background.',
  NOT_YOUR_PICTURE: 'Choose a picture that you have uploaded.',
  OTHER_SITE: 'Use the site of the path.',
  NOT_A_COLOUR: 'Enter a colour such as {example}.',
  UNKNOWN_PICTURE: 'Upload this picture first.',
  PICTURE_TYPE: 'Choose a PNG, JPEG or SVG picture.',
  PICTURE_TOO_LARGE: 'Choose a picture of at most {max, plural, one {# byte} other {# bytes}}.',
  PICTURE_TOO_MANY_PIXELS:
    'This picture has {width} × {height} pixels. Choose one of at most {max, plural, one {# megapixel} other {# megapixels}}.',
  PICTURE_UNREADABLE: 'This picture is damaged or too complex. Save it again, or choose another one.',
  PICTURE_SCRIPT: 'This SVG has a script or an animation. Export it as a plain drawing.',
  PICTURE_EXTERNAL: 'This SVG refers to another file or embeds one. Export it with everything as paths.',
  PICTURE_ENTITY: 'This SVG declares or uses entities. Export it as a plain drawing.',
  PICTURE_ELEMENT: 'This SVG has an element that is not part of a drawing: {name}. Export it as a plain drawing.',
  IMPOSSIBLE_CHANGE: 'QR {qrId} would have {percent} percent, more than the QR above it.',
} as const;

export type IssueCode = keyof typeof ISSUES;
export type IssueValues = Readonly<Record<string, string | number>>;

/** An issue of one field. The path is dotted: `splits.0.commissionPercent`. */
export interface ValidationIssue {
  readonly path: string;
  /** An issue code, or the code of a refusal that is about this field. */
  readonly code: string;
  readonly message: string;
  /** Fills the `{names}` of the code's sentence. */
  readonly values?: IssueValues;
  /** Of CHANGED_MEANWHILE: the field's value now. */
  readonly current?: unknown;
}

/**
 * The error text of a schema's own rule: its issue code, and the values as JSON. Zod carries nothing but a text through
 * every kind of rule; `rule.parse` reads it back.
 */
export function rule(code: IssueCode, values?: IssueValues): string {
  return values === undefined ? code : `${code} ${JSON.stringify(values)}`;
}

/** @returns null for a text that is not of `rule` */
rule.parse = (text: string): readonly [IssueCode, IssueValues] | null => {
  const [, code, values] = /^([A-Z_]+)(?: (\{.*\}))?$/.exec(text) ?? [];
  if (code === undefined || !(code in ISSUES)) return null;
  return [code as IssueCode, values === undefined ? {} : (JSON.parse(values) as IssueValues)];
};

/** The issue of a decimal string that must be 0 to `max` with at most two decimals. */
export function decimalRule(max: string): (issue: { readonly input?: unknown }) => string {
  return ({ input }) => {
    const text = String(input);
    const [, sign, whole = '', fraction = ''] = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/.exec(text) ?? [];
    if (sign === undefined) return rule('BAD_DECIMAL', { example: '12.50' });
    if (sign === '-') return rule('TOO_SMALL', { min: 0 });
    return fraction.length > 2 && Number(whole) < Number(max)
      ? rule('TOO_MANY_DECIMALS', { max: 2 })
      : rule('TOO_BIG', { max });
  };
}
