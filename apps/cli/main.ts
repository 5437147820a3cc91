import { keepHeapSmall } from '@perktree/platform/process/small-heap';
import { ignoreClosedPipes } from './closed-pipe.ts';
import { runPerktree } from './perktree.ts';

keepHeapSmall();
ignoreClosedPipes();
process.exitCode = await runPerktree(process.argv.slice(2), process.env);
