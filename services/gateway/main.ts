import { runService } from '../service.ts';
import { gateway } from './service.ts';

runService(gateway, process.env);
