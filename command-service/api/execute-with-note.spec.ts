import { Refused } from '@perktree/contracts/refusals';
import { describe, expect, it, vi } from 'vitest';
import { siteDecider } from '../domain/site/state.ts';
import { systemCommandContext } from './command-context.ts';
import { executeWithNote } from './execute-with-note.ts';

const note = { noteId: 'note', authorId: 'author', about: ['person'], text: 'What happened' };
const context = systemCommandContext({ commandName: 'spec', cause: 'spec', clock: () => new Date(0) });
const refusal = new Refused('TOO_MUCH_CONTENTION');

function setUp({ hasAppended }: { hasAppended: boolean }) {
  const notes = { rememberNote: vi.fn(async () => {}), forgetNote: vi.fn(async () => {}) };
  const execute = vi.fn();
  const handler = { execute, dryRun: async () => hasAppended };
  const execution = { stream: 'site-1', decider: siteDecider, decide: () => [], context };
  return { notes, execute, run: () => executeWithNote({ handler, notes }, execution, note) };
}

describe('the text of a note', () => {
  it('is stored before the event, and deleted if the command is refused', async () => {
    const { notes, execute, run } = setUp({ hasAppended: false });
    execute.mockRejectedValue(refusal);
    await expect(run()).rejects.toBe(refusal);
    expect(notes.rememberNote).toHaveBeenCalledWith(note);
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
});
