import { Refused } from '@perktree/contracts/refusals';
import { describe, expect, it, vi } from 'vitest';
import { withNote } from './execute-with-note.ts';

const note = { noteId: 'note', authorId: 'author', about: ['person'], text: 'What happened' };
const refusal = new Refused('TOO_MUCH_CONTENTION');

function setUp({ hasAppended }: { hasAppended: boolean }) {
  const notes = { rememberNote: vi.fn(async () => {}), forgetNote: vi.fn(async () => {}) };
  const execute = vi.fn(async () => 'answer');
  return { notes, execute, run: () => withNote(notes, note, { dryRun: async () => hasAppended, execute }) };
}

describe('the text of a note', () => {
  it('is stored before the event, and deleted if the command is refused', async () => {
    const { notes, execute, run } = setUp({ hasAppended: false });
    execute.mockRejectedValue(refusal);
    await expect(run()).rejects.toBe(refusal);
    expect(notes.rememberNote).toHaveBeenCalledWith(note);
    expect(notes.forgetNote).toHaveBeenCalledWith('note');
  });

  it('of an event that is stored stays if the repeated command is refused', async () => {
    const { notes, execute, run } = setUp({ hasAppended: true });
    execute.mockRejectedValue(refusal);
    await expect(run()).rejects.toBe(refusal);
    expect(notes.rememberNote).not.toHaveBeenCalled();
    expect(notes.forgetNote).not.toHaveBeenCalled();
  });
});
