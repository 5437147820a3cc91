import type { Accounts, NoteTexts } from '@perktree/contracts/account/account-store';
import { streams } from '@perktree/contracts/catalogue/events';
import { type CommandContext, deriveUuid } from '../engine/command.ts';
import type { CommandHandler } from '../engine/command-handler.ts';
import { systemCommandContext } from '../http/command-context.ts';
import { executeWithNote } from '../http/execute-with-note.ts';
import { decideAccount, decideName, payeeFold } from './decisions/payee.ts';

interface Deps {
  readonly handler: CommandHandler;
  readonly accounts: Pick<Accounts, 'displayNames'> & NoteTexts;
  readonly clock: () => Date;
}

/** Records the name of a payee who has a recorded one, because it has changed. */
export async function recordChangedName(
  deps: Pick<Deps, 'handler' | 'accounts'>,
  { userId, name, context }: { readonly userId: string; readonly name: string; readonly context: CommandContext },
): Promise<void> {
  const { state } = await deps.handler.load(streams.payee(userId), payeeFold);
  if (state.name === null) return;
  const { noteId } = state.name;
  if ((await deps.accounts.noteTexts([noteId])).get(noteId) === name) return;
  await recordName(deps, { userId, name, context });
}

/** Records the names of these payees, where none is recorded yet: before their first payout. */
export async function recordNames(deps: Deps, userIds: readonly string[]): Promise<void> {
  const unnamed: string[] = [];
  for (const userId of userIds) {
    const { state } = await deps.handler.load(streams.payee(userId), payeeFold);
    if (state.name === null) unnamed.push(userId);
  }
  if (unnamed.length === 0) return;
  const names = await deps.accounts.displayNames(unnamed);
  for (const userId of unnamed) {
    const cause = `first name of payee ${userId}`;
    const context = systemCommandContext({ commandName: 'NamePayee', cause, clock: deps.clock });
    await recordName(deps, { userId, name: names.get(userId) ?? '', context });
  }
}

async function recordName(
  { handler, accounts }: Pick<Deps, 'handler' | 'accounts'>,
  { userId, name, context }: { readonly userId: string; readonly name: string; readonly context: CommandContext },
): Promise<void> {
  await executeWithNote(
    { handler, notes: accounts },
    {
      stream: streams.payee(userId),
      fold: payeeFold,
      context,
      decide: (payee, note) => decideName(payee, { userId, note }),
    },
    {
      noteId: deriveUuid('name of a payee', context.commandId),
      text: name,
      // The author is not the person: the export of a person's data lists the name once.
      authorId: 'system',
      about: [userId],
    },
  );
}

/**
 * The recorded hash of the account to which payouts go. An account without a record is recorded: it was opened just now, or by
 * a version without hashes. An account that differs from its record is not: it was changed in the database.
 */
export async function recordedAccount(
  { handler }: Pick<Deps, 'handler'>,
  account: { readonly userId: string; readonly accountHash: string; readonly context: CommandContext },
): Promise<string> {
  const { userId, accountHash, context } = account;
  const stream = streams.payee(userId);
  const { state } = await handler.load(stream, payeeFold);
  if (state.accountHash !== null) return state.accountHash;
  await handler.execute({
    stream,
    fold: payeeFold,
    context,
    decide: (payee) => (payee.accountHash === null ? decideAccount(payee, { userId, accountHash }) : []),
  });
  return accountHash;
}
