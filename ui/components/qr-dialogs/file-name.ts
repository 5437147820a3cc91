/** "Summer 20%!" → "QR-Summer-20--.png"; from the display dialog with "-customer" or "-distributor" (specification 5). */
export function qrFileName(qrName: string, suffix: '' | '-customer' | '-distributor' = ''): string {
  return `QR-${qrName.replace(/[^a-zA-Z0-9]/g, '-')}${suffix}.png`;
}
