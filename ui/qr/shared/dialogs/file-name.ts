/** "Summer 20%!" → "QR-Summer-20--.png". The display dialog adds "-customer" or "-distributor". */
export function qrFileName(qrName: string, suffix: '' | '-customer' | '-distributor' = ''): string {
  return `QR-${qrName.replace(/[^a-zA-Z0-9]/g, '-')}${suffix}.png`;
}
