import { describe } from 'vitest';
import { describeKilledJobs } from './testing/killed-jobs.ts';
import { openPostgresQueue } from './testing/postgres-queue.ts';

describe('jobs on Postgres', () => describeKilledJobs('postgres', openPostgresQueue));
