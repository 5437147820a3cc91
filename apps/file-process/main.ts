import { createLogger } from '@perktree/platform/process/log';
import { lowerPriority, runTask } from '../parts/child-process.ts';
import { readConfiguration } from '../parts/configuration/configuration.ts';
import { type FileReport, type FileTask, makeFile } from './make-file.ts';

lowerPriority();
runTask<FileTask, FileReport>(async (task, report) => {
  const configuration = readConfiguration(process.env, process.cwd());
  const logger = createLogger({ level: configuration.logLevel, base: { service: 'file-process' } });
  const onProgress = (progress: number) => void report({ progress });
  await report({ failure: await makeFile(task, { configuration, logger, onProgress }) });
});
