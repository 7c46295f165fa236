import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { FilmStudio, withoutFilms } from '../support/film-studio.ts';

describe('the camera step before films that show nobody well', { skip: withoutFilms() }, () => {
  const studio = new FilmStudio();

  before(() => studio.start());
  afterEach(() => studio.clear());
  after(() => studio.stop());

  for (const [film, hint] of [
    ['no-face', 'No face can be seen. Come into the picture.'],
    ['very-far', 'No face can be seen. Come into the picture.'],
    ['two-faces', 'There are several people in the picture.'],
    ['too-dark', 'It is too dark.'],
    ['camera-covered', 'The camera is covered.'],
    ['too-far', 'Come closer.'],
  ] as const) {
    it(`begins no attempt with ${film}, and says why`, async () => {
      const signer = await studio.show(film);
      await signer.starts();
      await signer.reads(hint);
      assert.equal(signer.begun, 0);
      await signer.browser.click({ selector: 'button', text: 'Stop' });
      await signer.reads('Turn the camera on');
      await studio.leavesNothingOn(signer);
    });
  }
});
