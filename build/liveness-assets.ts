/**
 * Fills `packages/liveness-assets` before it is packed: the two large files, which the repository has once, and their
 * licences.
 */
import { createHash } from 'node:crypto';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { MODEL, WASM } from '../src/face/model-files.ts';
import { VERSION } from '../src/version.ts';

const root = path.join(import.meta.dirname, '..');
const wasm = createRequire(import.meta.url).resolve(
  '@mediapipe/tasks-vision/vision_wasm_module_internal.wasm',
);

async function copyChecked(from: string, to: string, { bytes, sha256 }: typeof MODEL): Promise<void> {
  const content = await readFile(from);
  const digest = createHash('sha256').update(content).digest('hex');
  if (content.length !== bytes || digest !== sha256)
    throw new Error(`${from} is not the file that the widget accepts.`);
  await copyFile(from, to);
}

/** MediaPipe's package states its licence without bringing the text. */
async function mediapipeNotice(): Promise<string> {
  const manifest = path.join(path.dirname(wasm), '../package.json');
  const { name, version, license } = JSON.parse(await readFile(manifest, 'utf8'));
  if (license !== 'Apache-2.0') throw new Error(`${name} is under another licence now: ${license}`);
  return `vision_wasm_module_internal.wasm: ${name} ${version}, unchanged.

Copyright Google LLC and The MediaPipe Authors. Licensed under the Apache License, Version 2.0; its text is in
Apache-2.0.txt beside this file.
`;
}

/**
 * Copies the files and their licences into the package's folder.
 *
 * @param assets the folder of the model with its licence and notice.
 * @throws Error when one is missing or is another than the widget accepts, or the package has another version.
 */
export async function fillLivenessAssets(assets: string, target: string): Promise<void> {
  const { version } = JSON.parse(await readFile(path.join(target, 'package.json'), 'utf8'));
  const index = await readFile(path.join(target, 'index.js'), 'utf8');
  if (version !== VERSION || !index.includes(`version: '${VERSION}'`))
    throw new Error(`${target} is not of version ${VERSION}.`);
  const modelNotice = await readFile(path.join(assets, 'face_landmarker.NOTICE.txt'), 'utf8');
  await writeFile(path.join(target, 'NOTICE.txt'), `${await mediapipeNotice()}\n${modelNotice}`);
  await copyFile(path.join(assets, 'Apache-2.0.txt'), path.join(target, 'Apache-2.0.txt'));
  await copyFile(path.join(root, 'LICENSE'), path.join(target, 'LICENSE'));
  await copyChecked(wasm, path.join(target, 'vision_wasm_module_internal.wasm'), WASM);
  await copyChecked(
    path.join(assets, 'face_landmarker.task'),
    path.join(target, 'face_landmarker.task'),
    MODEL,
  );
}

if (process.argv[1] === import.meta.filename)
  await fillLivenessAssets(path.join(root, 'assets'), path.join(root, 'packages/liveness-assets'));
