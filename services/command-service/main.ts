import { runService } from '../service.ts';
import { commandService } from './service.ts';

runService(commandService, process.env);
