import { expect } from '@open-wc/testing';
import { livenessAssets } from '../../src/assets/liveness-files.ts';
import { trackerProblem } from '../../src/face/face-reading.ts';
import { TrackerSupply } from '../../src/face/tracker-supply.ts';
import { until } from '../support/mounted-session.ts';

const ASSETS = livenessAssets('https://assets.test/', 'https://api.test');
// Neither folder has them.
const PLACES = 2;

describe('the supply of a face tracker', () => {
  const realFetch = globalThis.fetch;
  let supply: TrackerSupply;
  let asked: number;

  beforeEach(() => {
    supply = new TrackerSupply();
    asked = 0;
    globalThis.fetch = async (input, init) => {
      if (new Request(input, init).url.endsWith('.task')) asked += 1;
      return new Response(null, { status: 503 });
    };
  });
  afterEach(() => {
    supply.close();
    globalThis.fetch = realFetch;
  });

  const get = () => supply.get(ASSETS, () => undefined).catch((error: unknown) => trackerProblem(error));

  it('loads ahead once, also in vain, and again when the tracker is asked for', async () => {
    supply.warm(ASSETS);
    expect(await get(), 'what was being loaded').to.equal('load');
    expect(asked).to.equal(PLACES);
    supply.warm(ASSETS);
    expect(asked, 'no more ahead').to.equal(PLACES);
    expect(await get()).to.equal('load');
    expect(asked).to.equal(2 * PLACES);
  });

  it('loads ahead again for another session', async () => {
    supply.warm(ASSETS);
    await get();
    supply.close();
    supply.warm(ASSETS);
    await until(() => asked === 2 * PLACES, 'the model');
  });
});
