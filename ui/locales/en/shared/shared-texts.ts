/** Texts that several screens show, by catalogue. One file, since a request takes longer than what one screen does not need. */
export default import.meta.glob<Record<string, unknown>>('./*.json', { eager: true, import: 'default' });
