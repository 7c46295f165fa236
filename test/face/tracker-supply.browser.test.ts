import { expect } from '@open-wc/testing';
import { trackerProblem } from '../../src/face/face-tracker.ts';
import { MODEL } from '../../src/face/model-files.ts';
import { TrackerSupply } from '../../src/face/tracker-supply.ts';
import { until } from '../support/mounted-session.ts';

const ASSETS = 'https://assets.test/';

describe('the supply of a face tracker', () => {
  const realFetch = globalThis.fetch;
  let supply: TrackerSupply;
  let asked: number;

  beforeEach(() => {
    supply = new TrackerSupply();
    asked = 0;
    globalThis.fetch = async (input, init) => {
      if (new Request(input, init).url.includes(MODEL.path)) asked += 1;
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
    expect(asked).to.equal(1);
    supply.warm(ASSETS);
    expect(asked, 'no more ahead').to.equal(1);
    expect(await get()).to.equal('load');
    expect(asked).to.equal(2);
  });

  it('loads ahead again for another session', async () => {
    supply.warm(ASSETS);
    await get();
    supply.close();
    supply.warm(ASSETS);
    await until(() => asked === 2, 'the model');
  });
});
