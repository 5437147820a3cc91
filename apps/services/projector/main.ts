import { runService } from '../service.ts';
import { projectorService } from './service.ts';

runService(projectorService, process.env);
