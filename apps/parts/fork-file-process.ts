import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { MakeFile } from '@perktree/platform/files/file-maker';
import type { FileReport, FileTask } from '../file-process/messages.ts';
import { productFolder } from './ui/product-folder.ts';

/**
 * Lower priority than processes that answer requests. On a busy CPU a report gets a third of the time of one of them. At 10
 * it would get a tenth, and a report of seconds would take minutes.
 */
const NICENESS = 5;

/**
 * Makes each file in a separate process, whose memory is freed afterwards.
 * @param heapMb maximum heap of the process. Above it, the process ends and the file fails; the server continues
 */
export function forkFileProcess(task: Omit<FileTask, 'file'>, heapMb: number): MakeFile {
  return (file, { signal, onProgress }) =>
    new Promise((resolve, reject) => {
      const child = fork(join(productFolder(), 'dist/server/file-process.js'), {
        execArgv: [`--max-old-space-size=${heapMb}`],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      lowerPriority(child);
      const kill = () => child.kill('SIGKILL');
      signal.addEventListener('abort', kill);
      child.on('message', (report: FileReport) => {
        if ('progress' in report) onProgress(report.progress);
        else resolve(report);
      });
      child.once('error', reject);
      child.once('exit', (code, by) => {
        signal.removeEventListener('abort', kill);
        // No effect after a report, which has settled the promise.
        reject(new Error(`the process of a file ended with ${by ?? code}`));
      });
      child.send({ ...task, file } satisfies FileTask);
    });
}

export function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS);
  } catch {
    // The process has already ended, or this is not permitted here.
  }
}
