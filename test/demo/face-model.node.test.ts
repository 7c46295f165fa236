import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { FaceModelError, fetchFaceModel } from '../../demo/face-model.ts';
import { assetFile } from '../../vite.config.ts';
import { MODEL, WASM } from '../../src/face/model-files.ts';
import { sharedAssets } from '../support/repository.ts';

const shared = path.join(sharedAssets, 'face_landmarker.task');
const skip = existsSync(shared) ? false : 'needs ../shared/assets';

const other = async () => new Response(new Uint8Array(MODEL.bytes));
const missing = async () => new Response('Not found', { status: 404 });

describe('the face landmarker’s model', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'model-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('is refused when it is another one, or not there, and leaves nothing behind', async () => {
    await assert.rejects(fetchFaceModel(folder, other), FaceModelError);
    await assert.rejects(fetchFaceModel(folder, missing), FaceModelError);
    assert.deepEqual(await readdir(folder), []);
  });

  it('is fetched once', { skip }, async () => {
    const asked: string[] = [];
    const publisher: typeof fetch = async input => {
      asked.push(new Request(input).url);
      return new Response(new Uint8Array(await readFile(shared)));
    };
    const file = await fetchFaceModel(folder, publisher);
    assert.equal((await readFile(file)).length, MODEL.bytes);
    assert.equal(await fetchFaceModel(folder, publisher), file);
    assert.deepEqual(asked, [
      'https://storage.googleapis.com/mediapipe-models/face_landmarker/face_landmarker/float16/1/face_landmarker.task',
    ]);
  });

  it('works with the wasm file of the installed package, whose size is known', async () => {
    const file = assetFile(`liveness/${path.basename(WASM.path)}`);
    assert.ok(file !== undefined);
    assert.equal((await readFile(file)).length, WASM.bytes);
  });
});
