import { createLogger } from '@perktree/platform/process/log';
import { readConfiguration } from '../parts/configuration/configuration.ts';
import { makeFile } from './make-file.ts';
import type { FileReport, FileTask } from './messages.ts';

const report = (message: FileReport) => new Promise<void>((resolve) => process.send?.(message, () => resolve()));

// Exit with the parent: no other process would stop this one.
process.on('disconnect', () => process.exit(1));

process.once('message', (task: FileTask) => {
  const configuration = readConfiguration(process.env, process.cwd());
  const logger = createLogger({ level: configuration.logLevel, base: { service: 'file-process' } });
  makeFile(task, { configuration, logger, onProgress: (progress) => void report({ progress }) })
    .then((failure) => report({ failure }))
    .then(
      () => process.exit(0),
      (err: unknown) => {
        logger.error({ err, fileId: task.file.fileId }, 'cannot make a file');
        process.exit(1);
      },
    );
});
