import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { Person } from './person.ts';

it('repeats a read while the read models are behind, and throws other refusals', async () => {
  const app = Fastify();
  let behind = 2;
  app.get('/late', (_, reply) => {
    behind -= 1;
    return behind >= 0 ? reply.code(503).send({ code: 'READ_MODEL_BEHIND' }) : { rows: 3 };
  });
  app.get('/refused', (_, reply) => reply.code(403).send({ code: 'NOT_ALLOWED' }));
  const person = new Person(app, 'demo@example.test');
  expect(await person.call('GET', '/late')).toEqual({ rows: 3 });
  await expect(person.call('GET', '/refused')).rejects.toThrow('GET /refused: 403');
});
