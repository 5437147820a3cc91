import { runService } from '../service.ts';
import { queryService } from './service.ts';

runService(queryService, process.env);
