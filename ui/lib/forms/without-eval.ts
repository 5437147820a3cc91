import { z } from 'zod';

// Zod tries `new Function` with the first object schema, which the content security policy blocks and reports. Import
// this before any schema.
z.config({ jitless: true });
