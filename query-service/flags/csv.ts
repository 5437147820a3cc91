import type { CsvColumn } from '@perktree/contracts/csv';
import type { FlagKind } from '@perktree/contracts/flag-rules';
import type { FlagAnswer } from '@perktree/contracts/http/flags';
import { personName } from '@perktree/contracts/person-name';
import type { CsvLanguage } from '../listing/csv-request.ts';

interface Words {
  readonly titles: readonly [
    id: string,
    kind: string,
    subject: string,
    redemptions: string,
    first: string,
    last: string,
  ];
  readonly and: string;
  readonly device: string;
  readonly network: string;
  readonly site: string;
  readonly kinds: Readonly<Record<FlagKind, string>>;
}

const WORDS: Readonly<Record<CsvLanguage, Words>> = {
  en: {
    titles: ['Flag', 'Kind', 'Subject', 'Redemptions', 'First seen', 'Last seen'],
    and: 'and',
    device: 'Browser',
    network: 'Network',
    site: 'This site',
    kinds: {
      staff_burst: 'Many confirmations at once',
      same_staff_and_customer: 'Same staff, same customer',
      shared_device: 'Many accounts, one browser',
      network_burst: 'Many redemptions, one network',
      unusual_sale: 'Unusual sale amounts',
    },
  },
  es: {
    titles: ['Aviso', 'Tipo', 'Sujeto', 'Canjes', 'Visto por primera vez', 'Visto por última vez'],
    and: 'y',
    device: 'Navegador',
    network: 'Red',
    site: 'Este sitio',
    kinds: {
      staff_burst: 'Muchas confirmaciones seguidas',
      same_staff_and_customer: 'Mismo personal, mismo cliente',
      shared_device: 'Muchas cuentas, un navegador',
      network_burst: 'Muchos canjes, una red',
      unusual_sale: 'Importes de venta inusuales',
    },
  },
};

export function flagsCsv(language: CsvLanguage): readonly CsvColumn<FlagAnswer>[] {
  const words = WORDS[language];
  const [id, kind, subject, redemptions, first, last] = words.titles;
  return [
    { title: id, value: (flag) => flag.id },
    { title: kind, value: (flag) => words.kinds[flag.kind] },
    { title: subject, value: (flag) => subjectOf(flag, words, (person) => personName(person.name, language)) },
    { title: redemptions, value: (flag) => flag.redemptions },
    { title: first, value: (flag) => flag.firstSeenAt },
    { title: last, value: (flag) => flag.lastSeenAt },
  ];
}

/** People by name; a browser or network by the last characters of its id, as the screen shows it. */
function subjectOf(
  { staff, customer, deviceId, networkId }: FlagAnswer,
  { and, device, network, site }: Words,
  nameOf: (person: { readonly name: string }) => string,
): string {
  if (staff && customer) return `${nameOf(staff)} ${and} ${nameOf(customer)}`;
  if (deviceId) return `${device} ${deviceId.slice(-6)}`;
  if (networkId) return `${network} ${networkId.slice(-6)}`;
  const person = staff ?? customer;
  return person ? nameOf(person) : site;
}
