/** SQL of the text by which a search finds a benefit, in English and Spanish. @param table alias of a table with its columns */
export const benefitTextSql = (table: string): string => `concat_ws(E'\\n',
  trim_scale(${table}.discount_percent) || '% discount descuento off',
  trim_scale(${table}.discount_fixed_amount) || ' off descuento', ${table}.discount_fixed_amount, ${table}.text_reward)`;
