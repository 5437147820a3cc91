import { keepHeapSmall } from '@perktree/platform/process/small-heap';
import { runService } from '../service.ts';
import { commandService } from './service.ts';

// Under load, what requests leave behind outlives the young generation, and Node would let it grow to hundreds of megabytes.
keepHeapSmall();
runService(commandService, process.env);
