import { describe } from 'vitest';
import { describeJobs } from './testing/jobs-contract.ts';
import { openPostgresQueue } from './testing/postgres-queue.ts';

describe('jobs on Postgres', () => describeJobs('postgres', openPostgresQueue));
