import { keepHeapSmall } from '@perktree/platform/process/small-heap';
import { runService } from '../service.ts';
import { commandService } from './service.ts';

// Under load, garbage of requests outlives the young generation, and Node would let the heap grow to hundreds of megabytes.
keepHeapSmall();
runService(commandService, process.env);
