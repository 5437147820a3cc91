import { Person } from '@perktree/e2e/support/person';
import { removeData, startProduct } from '@perktree/e2e/support/product';
import type { Part } from '../../part.ts';
import { percentile } from '../timing/compare-times.ts';

/** Calls of the business that crowds, at once. */
const CROWD = 48;
const MEASURED = 300;

/** How the answers to one business slow down while another one asks for as much as it can. Told, not judged. */
export const crowdPart: Part = {
  name: 'crowd',
  about: 'the 99th percentile of one business’s answers while another floods the product: measured and told',
  unit: 'crowded requests',
  quick: 1,
  async run(_, _seed, report) {
    const product = await startProduct();
    try {
      const [quiet, loud] = await Promise.all(['quiet', 'loud'].map((name) => openShop(product.url, name)));
      if (!quiet || !loud) throw new Error('no shops');
      const alone = await measure(quiet);
      let isOver = false;
      let flooded = 0;
      const flood = Array.from({ length: CROWD }, async () => {
        while (!isOver) {
          await loud.send('GET', '/api/me/dashboard');
          flooded += 1;
        }
      });
      const crowded = await measure(quiet);
      isOver = true;
      await Promise.all(flood);
      const [before, during] = [percentile(alone, 99), percentile(crowded, 99)];
      report(
        `crowd: p99 ${before.toFixed(1)} ms alone, ${during.toFixed(1)} ms beside ${flooded} calls of another business`,
      );
      const ratio = Math.round((100 * during) / before);
      return {
        counts: { 'crowded requests': flooded, 'p99 beside a crowd, in percent of alone': ratio },
        violations: [],
      };
    } finally {
      await product.stop();
      removeData(product);
    }
  },
};

async function openShop(url: string, name: string): Promise<Person> {
  const owner = await Person.register(url, name, 'business');
  await owner.post('/api/sites', { name, currency: 'EUR' });
  return owner;
}

async function measure(person: Person): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < MEASURED; n += 1) {
    const began = performance.now();
    await person.get('/api/me/sites');
    times.push(performance.now() - began);
  }
  return times;
}
