import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { FilmStudio, withoutFilms } from '../support/film-studio.ts';

const TIME_OUT = 'The movement was not seen in time.';
const OTHER = 'Another movement was seen than the one that was asked for.';

describe('the camera step before films that do something else', { skip: withoutFilms() }, () => {
  const studio = new FilmStudio();

  before(() => studio.start());
  afterEach(() => studio.clear());
  after(() => studio.stop());

  for (const [film, actions, outcome] of [
    ['live-sequence', ['TURN_RIGHT', 'TURN_LEFT', 'SMILE'], OTHER],
    ['live-turn-left', ['TURN_RIGHT'], OTHER],
    ['live-turn-right', ['SMILE'], OTHER],
    ['live-smile', ['BLINK'], OTHER],
    ['live-blink', ['SMILE'], TIME_OUT],
    ['live-neutral', ['SMILE'], TIME_OUT],
    ['static-photo', ['BLINK'], TIME_OUT],
    ['photo-tilted', ['TURN_LEFT'], 'Try again'],
  ] as const) {
    it(`refuses ${film} when ${actions.join(', ')} is asked, and sends nothing`, async () => {
      const signer = await studio.show(film);
      await signer.asked('CENTER', ...actions);
      await signer.starts();
      await signer.reads(outcome);
      assert.equal(signer.sent, 0);
      await studio.leavesNothingOn(signer);
    });
  }
});
