/**
 * Fills `packages/liveness-assets` before it is packed: the two large files, which the repository has once, and their
 * licences. Ends with an error when one is missing or is another than the widget accepts.
 */
import { createHash } from 'node:crypto';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { MODEL, WASM } from '../src/face/model-files.ts';
import { VERSION } from '../src/version.ts';

const root = path.join(import.meta.dirname, '..');
const target = path.join(root, 'packages/liveness-assets');
const wasm = createRequire(import.meta.url).resolve(
  '@mediapipe/tasks-vision/vision_wasm_module_internal.wasm',
);

async function copyChecked(from: string, name: string, { bytes, sha256 }: typeof MODEL): Promise<void> {
  const content = await readFile(from);
  const digest = createHash('sha256').update(content).digest('hex');
  if (content.length !== bytes || digest !== sha256)
    throw new Error(`${from} is not the file that the widget accepts.`);
  await copyFile(from, path.join(target, name));
}

/** MediaPipe's package states its licence without bringing the text. */
async function mediapipeNotice(): Promise<string> {
  const { name, version, license } = JSON.parse(
    await readFile(path.join(path.dirname(wasm), '../package.json'), 'utf8'),
  );
  if (license !== 'Apache-2.0') throw new Error(`${name} is under another licence now: ${license}`);
  return `vision_wasm_module_internal.wasm: ${name} ${version}, unchanged.

Copyright Google LLC and The MediaPipe Authors. Licensed under the Apache License, Version 2.0; its text is in
Apache-2.0.txt beside this file.
`;
}

const { version } = JSON.parse(await readFile(path.join(target, 'package.json'), 'utf8'));
const index = await readFile(path.join(target, 'index.js'), 'utf8');
if (version !== VERSION || !index.includes(`version: '${VERSION}'`))
  throw new Error(`packages/liveness-assets is not of version ${VERSION}.`);
const modelNotice = await readFile(path.join(root, 'assets/face_landmarker.NOTICE.txt'), 'utf8');
await writeFile(path.join(target, 'NOTICE.txt'), `${await mediapipeNotice()}\n${modelNotice}`);
await copyFile(path.join(root, 'assets/Apache-2.0.txt'), path.join(target, 'Apache-2.0.txt'));
await copyFile(path.join(root, 'LICENSE'), path.join(target, 'LICENSE'));
await copyChecked(wasm, 'vision_wasm_module_internal.wasm', WASM);
await copyChecked(path.join(root, 'assets/face_landmarker.task'), 'face_landmarker.task', MODEL);
