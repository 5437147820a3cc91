import type { Language } from '@perktree/contracts/kernel/languages';
import { DOES_NOT_PROVE } from './limits.ts';

/** The texts of a statement's PDF. Times are in the time zone of the statement, in the same form in every language. */
const EN = {
  title: 'Statement',
  site: 'Site',
  distributor: 'Distributor',
  id: 'Id',
  period: (from: string, to: string, zone: string) => `Period: ${from} until before ${to} (${zone})`,
  /** The period is not over. @param position the last one that the statement knows */
  notFinal: (position: string) => `Until position ${position}, not final: the period was not over.`,
  predecessor: (fingerprint: string) => `Opening balances: the closing balances of the statement ${fingerprint}`,
  noPredecessor: 'Opening balances: no earlier statement is named for them.',
  erased: 'Erased',
  /** Heads the events that count later than their own clock. */
  moved: (boundSeconds: number) => `Events that count more than ${boundSeconds} seconds after their own clock`,
  movedEvent: (number: number, at: string, recordedAt: string) =>
    `Event ${number} counts at ${at}; its own clock said ${recordedAt}.`,
  limits: 'What it does not prove',
  doesNotProve: DOES_NOT_PROVE as readonly string[],
  made: (at: string, zone: string) => `Made: ${at} (${zone})`,
  totals: 'Totals',
  nothing: 'Nothing was earned, reversed, paid out or written off in this period.',
  entries: 'Entries',
  payouts: 'Payouts and write-offs',
  corrected: 'Reference corrected',
  returned: 'Returned',
  when: (zone: string) => `When (${zone})`,
  event: 'Event',
  entry: 'QR code, entry',
  sale: 'Sale × %',
  sum: 'Sum',
  /** The sum so far, at the end of a page and at the beginning of the next one. */
  carried: 'Carried forward',
  brought: 'Brought forward',
  amount: 'Amount',
  reference: 'Reference',
  opening: 'Opening balance',
  closing: 'Closing balance',
  writtenOff: 'Written off',
  /** What becomes of a balance below zero. */
  negative:
    'A negative balance is carried over and counts against the next payout. The site owner can also write it off.',
  earned: 'Earned',
  takenBack: 'Reversed',
  paidOut: 'Paid out',
  howToCheck: 'How to check it',
  check:
    'This paper was made together with a file (JSON). The file holds the recorded events behind each line and leads from each of them to a signed head of all events. Check it without any server by: node verify-statement.mjs FILE --key PUBLIC_KEY. The program prints the fingerprint of the file, which has to be the one below; GET /api/audit/key has the public key.',
  fingerprint: 'Fingerprint',
  fileFingerprint: 'Fingerprint of the file',
  signedEvents: 'Events up to the signed head',
  signedAt: (events: number, at: string) => `${events}, signed at ${at}`,
  chainHead: 'Head of the chain',
  root: 'Root over the events',
  key: 'Key',
};

export type StatementWords = typeof EN;

const ES: StatementWords = {
  title: 'Extracto',
  site: 'Sitio',
  distributor: 'Distribuidor',
  id: 'Id',
  period: (from, to, zone) => `Periodo: ${from} hasta antes de ${to} (${zone})`,
  notFinal: (position) => `Hasta la posición ${position}, no definitivo: el periodo no había terminado.`,
  predecessor: (fingerprint) => `Saldos iniciales: los saldos finales del extracto ${fingerprint}`,
  noPredecessor: 'Saldos iniciales: no se indica ningún extracto anterior.',
  erased: 'Borrada',
  moved: (boundSeconds) => `Eventos que cuentan más de ${boundSeconds} segundos después de su propio reloj`,
  movedEvent: (number, at, recordedAt) => `El evento ${number} cuenta el ${at}; su propio reloj decía ${recordedAt}.`,
  limits: 'Lo que no prueba',
  doesNotProve: [
    'Que hubo una venta. El importe es el que introdujo el personal, o el habitual del sitio.',
    'Que un evento se registró en su momento. El reloj es el del servidor; se listan los eventos que cuentan más tarde que su propio reloj.',
    'Un saldo inicial, si no se comprueba también el extracto anterior.',
    'Que no falta ningún evento del periodo. Lo muestra una repetición de todo el historial.',
    'Nada contra un operador que cambió eventos, cadena y clave antes de publicar una cabecera. Compara cabecera y clave con copias guardadas en otro lugar.',
  ],
  made: (at, zone) => `Emitido: ${at} (${zone})`,
  totals: 'Totales',
  nothing: 'En este periodo no se ganó, anuló, pagó ni dio de baja nada.',
  entries: 'Apuntes',
  payouts: 'Pagos y saldos dados de baja',
  corrected: 'Referencia corregida',
  returned: 'Devuelto',
  when: (zone) => `Cuándo (${zone})`,
  event: 'Evento',
  entry: 'Código QR, apunte',
  sale: 'Venta × %',
  sum: 'Suma',
  carried: 'Suma y sigue',
  brought: 'Suma anterior',
  amount: 'Importe',
  reference: 'Referencia',
  opening: 'Saldo inicial',
  closing: 'Saldo final',
  writtenOff: 'Dado de baja',
  negative:
    'Un saldo negativo se arrastra y se descuenta del próximo pago. El propietario del sitio también puede darlo de baja.',
  earned: 'Ganado',
  takenBack: 'Anulado',
  paidOut: 'Pagado',
  howToCheck: 'Cómo comprobarlo',
  check:
    'Este papel se hizo junto con un archivo (JSON). El archivo contiene los eventos registrados que hay detrás de cada línea y lleva de cada uno de ellos a una cabecera firmada de todos los eventos. Compruébalo sin ningún servidor con: node verify-statement.mjs ARCHIVO --key CLAVE_PÚBLICA. El programa imprime la huella del archivo, que debe ser la de abajo; GET /api/audit/key da la clave pública.',
  fingerprint: 'Huella',
  fileFingerprint: 'Huella del archivo',
  signedEvents: 'Eventos hasta la cabecera firmada',
  signedAt: (events, at) => `${events}, firmada el ${at}`,
  chainHead: 'Cabecera de la cadena',
  root: 'Raíz sobre los eventos',
  key: 'Clave',
};

export const STATEMENT_WORDS: Readonly<Record<Language, StatementWords>> = { en: EN, es: ES };
