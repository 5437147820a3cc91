import type { Command } from 'commander';
import { repeated, uuid } from '../options.ts';
import { type Add, loadedAction } from '../session.ts';

const YES = ['--yes', 'send; without it the command only shows what it would send'] as const;

export function addMails(mails: Command, add: Add): void {
  const action = loadedAction(() => import('./mails.ts'));
  add(mails.command('failed').description('mails that bounced or have failed, newest first'), action('failed'));
  add(
    mails
      .command('resend')
      .description('queue them again')
      .option('--only <id>', 'one mail; repeatable', repeated(String))
      .option(...YES),
    action('resendMail'),
  );
}

export function addWebhooks(webhooks: Command, add: Add): void {
  const action = loadedAction(() => import('./webhooks.ts'));
  const leaf = (name: string, description: string) =>
    webhooks.command(name).description(description).option('--endpoint <id>', 'of one endpoint', uuid);
  add(
    leaf('parked', 'messages that an endpoint rejected while it accepted later ones, oldest first'),
    action('parked'),
  );
  add(leaf('resend', 'send them again').option(...YES), action('resendWebhook'));
}
