import type { NoteInEvent } from '@perktree/contracts/kernel/note';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { saltedHash } from '@perktree/platform/salted-hash';
import { describe, expect, it, vi } from 'vitest';
import { type SiteState, siteFold } from '../site/decisions/state.ts';
import { systemCommandContext } from './command-context.ts';
import { executeWithNote } from './execute-with-note.ts';

const note = { noteId: 'note', authorId: 'author', about: ['person'], text: 'What happened' };
const context = systemCommandContext({ commandName: 'spec', cause: 'spec', clock: () => new Date(0) });
const refusal = new Refused('TOO_MUCH_CONTENTION');

function setUp({ hasAppended, salt }: { hasAppended: boolean; salt?: string }) {
  const drawn: string[] = [];
  const notes = {
    rememberNote: vi.fn(async (kept: { salt: string }) => {
      drawn.push(kept.salt);
      return salt ?? kept.salt;
    }),
    forgetNote: vi.fn(async () => {}),
  };
  const execute = vi.fn();
  const decided: NoteInEvent[] = [];
  const handler = { execute, dryRun: async () => hasAppended };
  const decide = (_site: SiteState, inEvent: NoteInEvent) => {
    decided.push(inEvent);
    return [];
  };
  const execution = { stream: 'site-1', fold: siteFold, decide, context };
  return { notes, execute, drawn, decided, run: () => executeWithNote({ handler, notes }, execution, note) };
}

describe('the text of a note', () => {
  it('is stored before the event, and deleted if the command is refused', async () => {
    const { notes, execute, run, drawn } = setUp({ hasAppended: false });
    execute.mockRejectedValue(refusal);
    await expect(run()).rejects.toBe(refusal);
    expect(notes.rememberNote).toHaveBeenCalledWith({ ...note, salt: drawn[0] });
    expect(notes.forgetNote).toHaveBeenCalledWith('note');
  });

  it('is deleted if there was nothing to do, because no event names it', async () => {
    const { notes, execute, run } = setUp({ hasAppended: false });
    execute.mockResolvedValue({ events: [], state: null, revision: 0, position: undefined });
    await run();
    expect(notes.forgetNote).toHaveBeenCalledWith('note');
  });

  it('of an event that is stored stays if the repeated command is refused', async () => {
    const { notes, execute, run } = setUp({ hasAppended: true });
    execute.mockRejectedValue(refusal);
    await expect(run()).rejects.toBe(refusal);
    expect(notes.rememberNote).not.toHaveBeenCalled();
    expect(notes.forgetNote).not.toHaveBeenCalled();
  });

  it('is in the event as its hash, with the salt that is stored, of the 32 bytes that each call draws', async () => {
    const stored = 'a5'.repeat(32);
    const { execute, run, drawn, decided } = setUp({ hasAppended: false, salt: stored });
    execute.mockImplementation(async ({ decide }) => ({ events: [...decide(null, 0), 'an event'] }));
    await run();
    await run();
    expect(decided).toEqual([1, 2].map(() => ({ noteId: 'note', noteHash: saltedHash(stored, 'What happened') })));
    expect(drawn.map((salt) => /^[0-9a-f]{64}$/.test(salt))).toEqual([true, true]);
    expect(drawn[0]).not.toBe(drawn[1]);
  });
});
