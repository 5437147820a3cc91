import { expect, it } from 'vitest';
import { auditHistory } from '../replay/audit-history.ts';
import { auditedHistory } from '../testing/audited-history.ts';
import { storeOf } from '../testing/honest-history.ts';

it('counts events from before hashes, and compares none of their texts', async () => {
  const history = auditedHistory();
  const withText = history.filter(({ fact: { data } }) => 'noteId' in data && data.noteId !== null);
  // Nor were their names recorded.
  const payees = new Set(history.flatMap(({ fact: { data } }) => ('payoutId' in data ? [data.distributorId] : [])));
  const store = storeOf(history);
  const none = async () => new Map();
  const noTexts = {
    ...{ saltedTexts: none, contacts: none, payoutAccountHashes: none },
    readStream: (stream: string) => store.readStream(stream),
  };
  const { texts, differences } = await auditHistory({ store, pool: null, texts: noTexts });
  expect(withText.length).toBeGreaterThan(1);
  expect(texts).toEqual({ compared: 0, erased: 0, beforeHashes: withText.length + payees.size, differences: 0 });
  expect(differences).toBe(0);
  expect((await auditHistory({ store: storeOf(history), pool: null })).texts).toBeNull();
});
