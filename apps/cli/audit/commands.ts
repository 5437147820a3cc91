import { WHAT_IF_RULES } from '@perktree/contracts/audit/report-calls';
import { FLAG_KINDS } from '@perktree/contracts/flag/rules';
import { amountSchema } from '@perktree/contracts/kernel/money';
import { percentSchema } from '@perktree/contracts/kernel/percent';
import { HOLD_DAYS } from '@perktree/contracts/site/configuration';
import { type Command, Option } from 'commander';
import { checked, dashed, month, oneOf, percentOfQr, repeated, ruleSetting, time, uuid } from '../options.ts';
import type { Add } from '../session.ts';

export function addAudit(audit: Command, add: Add): void {
  const leaf = (name: string, description: string) =>
    audit
      .command(name)
      .description(description)
      .option('--site <id>', 'of one site', uuid)
      .addOption(new Option('--csv <file>', 'also write the figures to a file').conflicts('json'))
      .option('--paper <file>', 'also write a working paper: scope, result, rows and totals')
      .option('--demo', 'run on a temporary demo business');
  const period = (command: Command) =>
    command
      .option('--from <date>', 'from this day, or ISO 8601 time in UTC', time)
      .option('--to <date>', 'before this day or time', time);
  const load = () => import('./audit.ts');
  add(
    period(leaf('replay', 'recompute every commission from the whole history and report differences')).option(
      '--distributor <id>',
      'of one distributor',
    ),
    async () => (await load()).audited((await import('./replay.ts')).replay),
  );
  add(
    leaf('close', 'the books of a finished month: position, entries, reversals, payouts, balances').requiredOption(
      '--month <YYYY-MM>',
      'the month',
      month,
    ),
    async () => (await load()).audited((await import('./close.ts')).close),
  );
  add(
    leaf('what-if', 'replay a period by other rules and compare earnings; changes nothing')
      .requiredOption('--from <date>', 'from this day, or ISO 8601 time in UTC', time)
      .option('--to <date>', 'before this day or time (default: now)', time)
      .option('--percent <QR=5.00>', 'another percent for a QR; repeatable', percentOfQr(percentSchema))
      .option('--rule <name>', WHAT_IF_RULES.map(dashed).join(', '), oneOf(WHAT_IF_RULES))
      .option('--rule-setting <name=5.00,2.00>', 'a setting of the rule; repeatable', ruleSetting)
      .addOption(new Option('--hold-days <days>', 'another hold').choices(HOLD_DAYS.map(String)))
      .option('--minimum <amount>', 'another minimum payout', checked(amountSchema))
      .option(
        '--fraud-rule <name>',
        `refuse matching redemptions; repeatable: ${FLAG_KINDS.map(dashed).join(', ')}`,
        repeated(oneOf(FLAG_KINDS)),
      ),
    async () => (await load()).audited((await import('./what-if.ts')).whatIf),
  );
}
