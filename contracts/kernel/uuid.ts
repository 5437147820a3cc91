/** The text of a UUID, for regular expressions. */
export const UUID_TEXT = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** As the product writes it. */
export const UUID = new RegExp(`^${UUID_TEXT}$`);
/** As people and other programs may write it: in small or capital letters. */
export const TYPED_UUID = new RegExp(`^${UUID_TEXT}$`, 'i');
