import { expect, it } from 'vitest';
import { auditHistory } from '../replay/audit-history.ts';
import { auditedHistory } from '../testing/audited-history.ts';
import { storeOf } from '../testing/honest-history.ts';

it('counts events from before hashes, and compares none of their texts', async () => {
  const history = auditedHistory();
  const withText = history.filter(({ fact: { data } }) => 'noteId' in data && data.noteId !== null);
  const noTexts = { saltedTexts: async () => new Map() };
  const { texts, differences } = await auditHistory({ store: storeOf(history), pool: null, texts: noTexts });
  expect(withText.length).toBeGreaterThan(1);
  expect(texts).toEqual({ compared: 0, erased: 0, beforeHashes: withText.length, differences: 0 });
  expect(differences).toBe(0);
  expect((await auditHistory({ store: storeOf(history), pool: null })).texts).toBeNull();
});
