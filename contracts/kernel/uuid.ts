/** The text of a UUID, for regular expressions. */
export const UUID_TEXT = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** As the product writes it. */
export const UUID = new RegExp(`^${UUID_TEXT}$`);
/** As people and other programs may write it: in small or capital letters. */
export const TYPED_UUID = new RegExp(`^${UUID_TEXT}$`, 'i');

/** The UUID (version 8, RFC 9562) of a hash. @param hex its first 32 digits or more, in small letters */
export function uuidOfHash(hex: string): string {
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
