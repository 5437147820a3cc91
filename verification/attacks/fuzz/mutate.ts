import type { Dice } from '../../trust/dice.ts';
import { drawn, fitting, RAW_JSON, type Shape, wildText, wildValue } from './values.ts';

/** Changes one thing of a body or query, so that most of it stays valid. */
export function mutated(base: object, shape: Shape, dice: Dice, ids: readonly string[]): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...base };
  const names = Object.keys(shape.properties ?? fields);
  for (let n = dice.int(3); n >= 0; n -= 1) {
    const name = names.length > 0 ? dice.pick(names) : 'x';
    switch (dice.int(9)) {
      case 0:
        delete fields[name];
        break;
      case 1:
        fields[name] = drawn(wildValue, dice);
        break;
      case 2:
        // An undeclared name.
        fields[dice.pick(['isAdmin', 'role', 'tenantId', 'siteId', name.toUpperCase(), drawn(wildText, dice)])] = drawn(
          wildValue,
          dice,
        );
        break;
      case 3:
        return { ...fields, ...(drawn(fitting({ ...shape, type: 'object' }, ids), dice) as object) };
      default:
        fields[name] = drawn(fitting(shape.properties?.[name] ?? {}, ids), dice);
    }
  }
  return fields;
}

/** Serialises the fields, sometimes as text that no value serialises to. */
export function asJson(fields: Record<string, unknown>, dice: Dice): string {
  const text = JSON.stringify(fields);
  const [name = 'name'] = Object.keys(fields);
  switch (dice.int(40)) {
    case 0:
      return text.slice(0, dice.int(text.length + 1));
    case 1:
      // A duplicate name: the last one counts.
      return text.replace(
        /}$/,
        `${text === '{}' ? '' : ','}${JSON.stringify(name)}:${JSON.stringify(drawn(wildValue, dice))}}`,
      );
    case 2:
      return text.replace(/:("[^"]*"|\d+)/, () => `:${dice.pick(RAW_JSON)}`);
    case 3:
      return text.replace(/^{/, `{"${dice.pick(['__proto__', 'constructor'])}":{"prototype":{"x":1}},`);
    case 4:
      return dice.pick([
        `[${text}]`,
        JSON.stringify(text),
        `${text}${text}`,
        'null',
        '5',
        '',
        '\u0000',
        `\ufeff${text}`,
      ]);
    case 5:
      return flipped(text, dice);
    default:
      return text;
  }
}

function flipped(text: string, dice: Dice): string {
  const at = dice.int(text.length + 1);
  return text.slice(0, at) + String.fromCharCode(dice.int(0x250)) + text.slice(at + 1);
}
