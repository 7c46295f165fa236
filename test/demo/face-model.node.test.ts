import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { assetFile } from '../../vite.config.ts';
import { MODEL, WASM } from '../../src/face/model-files.ts';

/** What the build puts at a place in `assets/`. */
async function assetAt(place: string): Promise<Buffer> {
  const file = assetFile(place);
  assert.ok(file !== undefined, place);
  return readFile(file);
}

it('the face landmarker’s model is the one that the limits were measured with', async () => {
  const model = await assetAt(MODEL.path);
  assert.equal(model.length, MODEL.bytes);
  assert.equal(createHash('sha256').update(model).digest('hex'), MODEL.sha256);
});

it('the model comes with its licence', async () => {
  assert.match((await assetAt('liveness/Apache-2.0.txt')).toString(), /Apache License\s+Version 2\.0/);
  assert.match((await assetAt('liveness/face_landmarker.NOTICE.txt')).toString(), /Copyright Google LLC/);
});

it('the wasm file of the installed package has the size that progress is counted by', async () => {
  assert.equal((await assetAt(WASM.path)).length, WASM.bytes);
});
