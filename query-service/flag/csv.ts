import type { FlagAnswer } from '@perktree/contracts/flag/calls';
import type { FlagKind } from '@perktree/contracts/flag/rules';
import type { CsvLanguage } from '@perktree/contracts/kernel/csv-columns';
import { type ColumnWords, csvColumns, siteTime } from '@perktree/contracts/kernel/csv-columns';
import { personName } from '@perktree/contracts/kernel/person-name';

const KINDS: Readonly<Record<FlagKind, ColumnWords>> = {
  staff_burst: ['Many confirmations at once', 'Muchas confirmaciones seguidas'],
  same_staff_and_customer: ['Same staff, same customer', 'Mismo personal, mismo cliente'],
  shared_device: ['Many accounts, one browser', 'Muchas cuentas, un navegador'],
  network_burst: ['Many redemptions, one network', 'Muchos canjes, una red'],
  unusual_sale: ['Unusual sale amounts', 'Importes de venta inusuales'],
};

export const flagsCsv = csvColumns<FlagAnswer>([
  ['Flag', 'Aviso', (flag) => flag.id],
  ['Kind', 'Tipo', (flag, inLanguage) => inLanguage(KINDS[flag.kind])],
  ['Subject', 'Sujeto', subjectOf],
  ['Redemptions', 'Canjes', (flag) => flag.redemptions],
  ['First seen', 'Visto por primera vez', siteTime((flag) => flag.firstSeenAt), 'time'],
  ['Last seen', 'Visto por última vez', siteTime((flag) => flag.lastSeenAt), 'time'],
  ['Reviewed by', 'Revisado por', ({ review }, _, language) => (review ? personName(review.by.name, language) : '')],
  ['Reviewed', 'Revisado', siteTime((flag) => flag.review?.at ?? null), 'time'],
  ['Reason', 'Motivo', (flag) => flag.review?.reason ?? ''],
]);

/** People by name; a browser or network by the last characters of its id, as the screen shows it. */
function subjectOf(
  { staff, customer, deviceId, networkId }: FlagAnswer,
  inLanguage: (words: ColumnWords) => string,
  language: CsvLanguage,
): string {
  const nameOf = ({ name }: { readonly name: string }) => personName(name, language);
  if (staff && customer) return `${nameOf(staff)} ${inLanguage(['and', 'y'])} ${nameOf(customer)}`;
  if (deviceId) return `${inLanguage(['Browser', 'Navegador'])} ${deviceId.slice(-6)}`;
  if (networkId) return `${inLanguage(['Network', 'Red'])} ${networkId.slice(-6)}`;
  const person = staff ?? customer;
  return person ? nameOf(person) : inLanguage(['This site', 'Este sitio']);
}
