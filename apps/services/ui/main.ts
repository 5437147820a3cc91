import { runService } from '../service.ts';
import { uiService } from './service.ts';

runService(uiService, process.env);
