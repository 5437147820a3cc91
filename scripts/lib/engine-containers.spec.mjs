import { describe, expect, it } from 'vitest';
import { ENGINES, runOnContainers } from './engine-containers.mjs';

const engine = (image) => ({ image, specs: [`${image}.spec`], settings: (started) => ({ URL: started.url }) });

async function run({ missing, broken = [], failing = [] } = {}) {
  const seen = [];
  const outcome = runOnContainers(
    async (name, specs, settings) => {
      seen.push([name, specs, settings]);
      if (failing.includes(settings.URL)) throw new Error('the specs end');
    },
    {
      engines: [engine('a'), engine('b')],
      find: async () => missing,
      start: async (image) => {
        if (broken.includes(image)) throw new Error('no such image\nat registry');
        return { url: image, stop: async () => seen.push(`${image} stopped`) };
      },
    },
  );
  return { seen, lines: await outcome.catch((error) => error.message) };
}

describe('engines in containers', () => {
  it('are those that the product supports, in the versions of the compose file', () => {
    expect(ENGINES.map(({ image }) => image.replace(/:(\d+\.\d+).*/, ' $1'))).toEqual([
      ...['postgres 15.20', 'postgres 18.6', 'eventstore/eventstore 23.10', 'kurrentplatform/kurrentdb 26.1'],
      ...['redis 7.4', 'valkey/valkey 8.1'],
    ]);
  });

  it('run their specs with the settings of the server, which is stopped after them', async () => {
    const ran = (image) => [[`${image} in a container`, [`${image}.spec`], { URL: image }], `${image} stopped`];
    expect(await run()).toEqual({ seen: [...ran('a'), ...ran('b')], lines: [] });
    expect((await run({ failing: ['a'] })).seen).toEqual(ran('a'));
  });

  it('are skipped with one line where none can start, and each alone where its image cannot be had', async () => {
    expect(await run({ missing: 'no container engine answers here' })).toEqual({
      seen: [],
      lines: ['Engines in containers: skipped, as no container engine answers here.'],
    });
    const { seen, lines } = await run({ broken: ['a'] });
    expect(lines).toEqual(['a: skipped, as its container did not start: no such image']);
    expect(seen).toHaveLength(2);
  });
});
