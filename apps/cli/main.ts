import { keepHeapSmall } from '@perktree/platform/process/small-heap';
import { runPerktree } from './perktree.ts';

keepHeapSmall();
process.exitCode = await runPerktree(process.argv.slice(2), process.env);
