import type { CsvColumn } from '@perktree/contracts/csv';
import type { FlagKind } from '@perktree/contracts/flag-rules';
import type { FlagAnswer } from '@perktree/contracts/http/flags';
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
  readonly kinds: Readonly<Record<FlagKind, string>>;
}

const WORDS: Readonly<Record<CsvLanguage, Words>> = {
  en: {
    titles: ['Flag', 'Kind', 'Subject', 'Redemptions', 'First seen', 'Last seen'],
    and: 'and',
    device: 'Browser',
    kinds: {
      staff_burst: 'Many confirmations at once',
      same_staff_and_customer: 'Same staff, same customer',
      shared_device: 'Many accounts, one browser',
    },
  },
  es: {
    titles: ['Aviso', 'Tipo', 'Sujeto', 'Canjes', 'Visto por primera vez', 'Visto por última vez'],
    and: 'y',
    device: 'Navegador',
    kinds: {
      staff_burst: 'Muchas confirmaciones seguidas',
      same_staff_and_customer: 'Mismo personal, mismo cliente',
      shared_device: 'Muchas cuentas, un navegador',
    },
  },
};

export function flagsCsv(language: CsvLanguage): readonly CsvColumn<FlagAnswer>[] {
  const words = WORDS[language];
  const [id, kind, subject, redemptions, first, last] = words.titles;
  return [
    { title: id, value: (flag) => flag.id },
    { title: kind, value: (flag) => words.kinds[flag.kind] },
    { title: subject, value: (flag) => subjectOf(flag, words) },
    { title: redemptions, value: (flag) => flag.redemptions },
    { title: first, value: (flag) => flag.firstSeenAt },
    { title: last, value: (flag) => flag.lastSeenAt },
  ];
}

/** People by name; a browser by the last characters of its id, as the screen shows it. */
function subjectOf({ staff, customer, deviceId }: FlagAnswer, { and, device }: Words): string {
  if (staff && customer) return `${staff.name} ${and} ${customer.name}`;
  if (deviceId) return `${device} ${deviceId.slice(-6)}`;
  return staff?.name ?? customer?.name ?? '';
}
