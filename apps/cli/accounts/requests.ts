import { resolve } from 'node:path';
import { createCommandHandler } from '@perktree/command-service/engine/command-handler';
import { systemCommandContext } from '@perktree/command-service/http/command-context';
import { recordChangedName } from '@perktree/command-service/payout/record-payee';
import { accountCalls } from '@perktree/contracts/account/calls';
import { accountDataOf } from '@perktree/identity/account-data';
import { changeAddress, changeName, findProfile, hasPassword } from '@perktree/identity/account-store';
import { dataRequests, recordDataRequest } from '@perktree/identity/data-requests';
import { displayName } from '@perktree/identity/display-name';
import { normaliseEmail } from '@perktree/identity/email';
import { endLinksToAddress } from '@perktree/identity/mail/queue';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import { ownRecordsOf } from '../../parts/own-data.ts';
import { writeNamedFile } from '../file-refused.ts';
import { type Action, withStores } from '../session.ts';
import { textTable } from '../text-table.ts';
import { type AccountOptions, confirmed, type RequestOptions, requestOf } from './accounts.ts';

/** Writes the file that the person would download. An existing file stays. */
export const exportData: Action<AccountOptions & RequestOptions & { readonly to: string }> = (
  session,
  { yes = false, to, ...request },
  [email = ''],
) =>
  withStores(session, async (stores) => {
    const { pool, store } = stores;
    const { identity, account } = await confirmed(session, stores, { name: 'export', email, yes });
    const { userId } = account;
    const requested = requestOf(session, request, { kind: 'export', userId });
    const data = await accountDataOf(pool, { userId, sessionId: '' });
    const records = await ownRecordsOf({ pool, store, accounts: identity.accounts })(userId);
    const file = resolve(session.folder, to);
    const text = JSON.stringify({ exportedAt: requested.at.toISOString(), ...data, records }, null, 2);
    writeNamedFile('--to', file, `${text}\n`, { mode: 0o600, flag: 'wx' });
    await recordDataRequest(pool, requested);
    return { json: { exported: userId, file }, text: `Wrote the data of the account ${userId} to ${file}.` };
  });

interface Correction {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
}

const TAKEN = 'Another account has this address.';

/** Corrects name and address. A new address counts as not verified, and links that were mailed to the earlier one end. */
export const correct: Action<AccountOptions & RequestOptions & Correction> = (
  session,
  { yes = false, firstName, lastName, email: newEmail, ...request },
  [email = ''],
) =>
  withStores(session, async (stores) => {
    const { pool } = stores;
    const given = { firstName, lastName, email: newEmail };
    const fields = (Object.keys(given) as (keyof Correction)[]).filter((field) => given[field] !== undefined);
    if (fields.length === 0) throw new Error('Nothing to correct: add --first-name, --last-name or --email.');
    const { identity, account } = await confirmed(session, stores, { name: 'correct', email, yes });
    const { userId } = account;
    const requested = requestOf(session, request, { kind: 'correction', userId, fields });
    const profile = await findProfile(pool, userId);
    const name = accountCalls.changeProfile.body.required().parse({
      firstName: (firstName ?? profile?.firstName) || null,
      lastName: (lastName ?? profile?.lastName) || null,
    });
    const address = newEmail && normaliseEmail(accountCalls.changeEmail.body.parse({ email: newEmail }).email);
    if (address !== undefined && !(await hasPassword(pool, userId)))
      throw new Error('The sign-in provider of this account brings its address: correct it there.');
    // Before the name is recorded: of a correction that fails nothing stays.
    const holder = address === undefined ? null : await identity.accounts.idOfEmail(address);
    if (holder !== null && holder !== userId) throw new Error(TAKEN);
    const clock = () => requested.at;
    await recordChangedName(
      { handler: createCommandHandler(stores), accounts: identity.accounts },
      {
        userId,
        name: displayName(name),
        context: systemCommandContext({
          commandName: 'NamePayee',
          cause: `correction of ${userId} at ${clock().toISOString()}`,
          clock,
        }),
      },
    );
    await inTransaction(pool, async (db) => {
      await changeName(db, userId, name);
      if (address !== undefined) {
        if (!(await changeAddress(db, userId, { email: address, isVerified: false }))) throw new Error(TAKEN);
        await endLinksToAddress(db, userId);
      }
      await recordDataRequest(db, requested);
    });
    return { json: { corrected: userId, fields }, text: `Corrected ${fields.join(', ')} of the account ${userId}.` };
  });

export const listRequests: Action<object> = (session) =>
  withStores(session, async ({ pool }) => {
    const requests = await dataRequests(pool);
    const rows = requests.map(({ at, kind, accountId, askedBy, state, doneBy, fields }) => [
      at.toISOString(),
      kind,
      accountId,
      askedBy,
      state,
      doneBy || '-',
      fields.join(', ') || '-',
    ]);
    const text = textTable([['at', 'what', 'account', 'asked by', 'state', 'done by', 'fields'], ...rows]);
    return { json: { requests }, text: requests.length === 0 ? 'No request is recorded.' : text };
  });
