import { z } from 'zod';

// Zod tries `new Function` when the first object schema is made, which the page's content security policy refuses and
// reports. Imported before any schema.
z.config({ jitless: true });
