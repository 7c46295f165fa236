import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { MODEL } from '../../src/face/model-files.ts';
import type { FilmSigner } from '../support/film-camera.ts';
import { FilmStudio, withoutFilms } from '../support/film-studio.ts';

describe('the camera step before live films', { skip: withoutFilms() }, () => {
  const studio = new FilmStudio();

  before(() => studio.start());
  afterEach(() => studio.clear());
  after(() => studio.stop());

  /** The service had asked for something else, and refuses it: its own judgement of what was sent is asked here. */
  async function passesAtOnce(signer: FilmSigner, pictures: number): Promise<void> {
    await signer.starts();
    await signer.reads('The service did not accept the check.');
    assert.equal(signer.begun, 1, 'it was the first attempt');
    assert.equal(signer.sent, pictures);
    assert.equal(signer.verdict().passed, true);
    await studio.leavesNothingOn(signer);
  }

  it('passes the live sequence in its order, and sends a picture of each action', async () => {
    const signer = await studio.show('live-sequence');
    await signer.asked('CENTER', 'TURN_LEFT', 'TURN_RIGHT', 'BLINK', 'SMILE');
    await passesAtOnce(signer, 5);
  });

  for (const [film, action] of [
    ['live-turn-left', 'TURN_LEFT'],
    ['live-turn-right', 'TURN_RIGHT'],
    ['live-blink', 'BLINK'],
    ['live-smile', 'SMILE'],
  ] as const) {
    it(`passes ${film} when ${action} is asked`, async () => {
      const signer = await studio.show(film);
      await signer.asked('CENTER', action);
      await passesAtOnce(signer, 2);
    });
  }

  it('has the model fetched once: the browser keeps it for the next page', async () => {
    const signer = await studio.show('live-blink');
    await signer.isWarm();
    assert.ok((await signer.fetchedModelBytes()) > MODEL.bytes / 2, 'it came');
    await signer.page.reload();
    await signer.isWarm();
    const again = await signer.fetchedModelBytes();
    assert.ok(again > 0 && again < 10_000, `the service only said that it is the same: ${again} bytes`);
  });

  it('passes where the landmarker has no worker, and reads on the page itself', async () => {
    const signer = await studio.show('live-turn-left', { withoutWorker: true });
    await signer.asked('CENTER', 'TURN_LEFT');
    await passesAtOnce(signer, 2);
    assert.equal(await signer.hasWorker(), false);
  });
});
