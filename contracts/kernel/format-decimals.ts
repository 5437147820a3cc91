/** A decimal string or number for a sentence, with all its decimals and groups of thousands. */
export function formatDecimals(decimal: string | number, language: string): string {
  const fraction = String(decimal).split('.')[1]?.length ?? 0;
  const digits = { minimumFractionDigits: fraction, maximumFractionDigits: fraction };
  return new Intl.NumberFormat(language, digits).format(decimal as Intl.StringNumericLiteral);
}
