import { REQUESTERS } from '@perktree/contracts/account/data-request-calls';
import { ROLES } from '@perktree/contracts/kernel/envelope';
import { type Command, Option } from 'commander';
import { type Add, loadedAction } from '../session.ts';

export function addAccounts(accounts: Command, add: Add): void {
  const action = loadedAction(() => import('./accounts.ts'));
  const leaf = (name: string, description: string) =>
    accounts
      .command(name)
      .description(description)
      .argument('<E-MAIL>', 'of the account')
      .option('--yes', 'do not ask before the change');
  const request = (name: string, description: string) =>
    leaf(name, description)
      .addOption(new Option('--asked-by <who>', 'who asked').choices(REQUESTERS).default('person'))
      .option('--by <name>', 'who does it for the operator; without it the user of the operating system');
  const ofRequests = loadedAction(() => import('./requests.ts'));
  add(
    accounts
      .command('list')
      .description('id, creation time and roles of every account, newest first')
      .addOption(new Option('--role <role>', 'with this role').choices(ROLES)),
    action('listAccounts'),
  );
  add(leaf('grant-superadmin', 'make an account a superadmin'), action('grantSuperadmin'));
  add(leaf('revoke-superadmin', 'take the role of a superadmin away, within a second'), action('revokeSuperadmin'));
  add(leaf('reset-link', 'print a link to set a new password, valid once and for one hour'), action('resetLink'));
  add(leaf('end-sessions', 'log an account out on every device, within a second'), action('endSessions'));
  add(
    request('lock', 'log an account out on every device, and refuse it and the API keys of its business'),
    action('lock'),
  );
  add(request('unlock', 'let a locked account log in again'), action('unlock'));
  add(
    request('erase', 'erase an account for its person; history stays, and shows "Deleted user"').option(
      '--close-business',
      'also if it owns a business: its sites stop for good',
    ),
    async () => (await import('./erase.ts')).erase,
  );
  add(
    leaf('remove-second-factor', 'let an account log in by password alone, and log it out on every device'),
    action('removeSecondFactor'),
  );
  add(
    request('export', 'write all that is stored about an account to a file').requiredOption(
      '--to <file>',
      'that does not exist yet',
    ),
    ofRequests('exportData'),
  );
  add(
    request('correct', 'correct the name or address of an account')
      .option('--first-name <name>', 'the right one')
      .option('--last-name <name>', 'the right one')
      .option('--email <address>', 'the right one; it counts as not verified'),
    ofRequests('correct'),
  );
  add(
    accounts
      .command('requests')
      .description('list exports, corrections, locks and erasures: who asked, who did it, when'),
    ofRequests('listRequests'),
  );
  add(
    accounts.command('list-erased').description('print the ids of erased accounts; keep them beside your backups'),
    action('listErased'),
  );
}
