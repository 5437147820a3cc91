import { keepHeapSmall } from '@perktree/platform/process/small-heap';
import { runPerktree } from './perktree.ts';

/** A reader such as `head` may close the pipe early. The command still does all its work, and its exit code is that of the work. */
function ignoreClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

keepHeapSmall();
ignoreClosedPipes();
process.exitCode = await runPerktree(process.argv.slice(2), process.env);
