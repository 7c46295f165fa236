import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { it } from 'node:test';
import { VERSION } from '../../src/version.ts';
import { repositoryRoot } from '../support/repository.ts';
import { assetFile } from '../../build/vite/widget.ts';
import { MODEL, WASM } from '../../src/face/model-files.ts';

/** What the build puts at a place in `assets/`. */
async function assetAt(place: string): Promise<Buffer> {
  const file = assetFile(place);
  assert.ok(file !== undefined, place);
  return readFile(file);
}

it('the face landmarker’s model is the one that the limits were measured with', async () => {
  const model = await assetAt('liveness/face_landmarker.task');
  assert.equal(model.length, MODEL.bytes);
  assert.equal(createHash('sha256').update(model).digest('hex'), MODEL.sha256);
});

it('the model comes with its licence', async () => {
  assert.match((await assetAt('liveness/Apache-2.0.txt')).toString(), /Apache License\s+Version 2\.0/);
  assert.match((await assetAt('liveness/face_landmarker.NOTICE.txt')).toString(), /Copyright Google LLC/);
});

it('the wasm file of the installed package is the one that the widget expects', async () => {
  const wasm = await assetAt('liveness/vision_wasm_module_internal.wasm');
  assert.equal(wasm.length, WASM.bytes);
  assert.equal(createHash('sha256').update(wasm).digest('hex'), WASM.sha256);
});

it('the version that assets of a service are asked by is the package’s', async () => {
  const { version } = JSON.parse(await readFile(path.join(repositoryRoot, 'package.json'), 'utf8'));
  assert.equal(VERSION, version);
});
