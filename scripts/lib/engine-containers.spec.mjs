import { describe, expect, it } from 'vitest';
import { ENGINES, runOnContainers } from './engine-containers.mjs';

const engine = (image) => ({ image, specs: [`${image}.spec`], settings: (started) => ({ URL: started.url }) });

async function run({ hasEngine = true, absent = [], broken = [] } = {}) {
  const seen = [];
  const outcome = await runOnContainers(async (...words) => seen.push(words), {
    engines: [engine('a'), engine('b')],
    findEngine: async () =>
      hasEngine ? async (image) => (absent.includes(image) ? 'no such image' : undefined) : null,
    start: async (image) => {
      if (broken.includes(image)) throw new Error('it ends at once\nwith a log');
      return { url: image, stop: async () => seen.push(`${image} stopped`) };
    },
  });
  return { seen, ...outcome };
}
const ran = (image) => [[`${image} in a container`, [`${image}.spec`], { URL: image }], `${image} stopped`];

describe('engines in containers', () => {
  it('are those that the product supports, in the versions of the compose file', () => {
    expect(ENGINES.map(({ image }) => image.replace(/:(\d+\.\d+).*/, ' $1'))).toEqual([
      ...['postgres 15.20', 'postgres 18.6', 'eventstore/eventstore 23.10', 'kurrentplatform/kurrentdb 26.1'],
      ...['redis 7.4', 'valkey/valkey 8.1'],
    ]);
  });

  it('run their specs with the settings of the server, which is stopped after them', async () => {
    expect(await run()).toEqual({ seen: [...ran('a'), ...ran('b')], skipped: [], failures: [] });
  });

  it('are skipped with one line where none can start, and each alone where its image cannot be had', async () => {
    expect(await run({ hasEngine: false })).toEqual({
      seen: [],
      skipped: [expect.stringMatching(/^Engines in containers: skipped, as no container engine answers here/)],
      failures: [],
    });
    const skipped = ['a: skipped, as it cannot be had: no such image'];
    expect(await run({ absent: ['a'] })).toEqual({ seen: ran('b'), skipped, failures: [] });
  });

  it('fail where one does not start from an image that is there', async () => {
    const failures = ['a: FAILED: it ends at once'];
    expect(await run({ broken: ['a'] })).toEqual({ seen: ran('b'), skipped: [], failures });
  });
});
