import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { compressFolder } from '../../../build/compress.ts';
import { createLocalMode } from '../../local/src/index.ts';
import { openTestService, PUBLIC_URL, type TestService } from './support/test-service.ts';

let folder: string;
/** The builds as the published package has them: each file once. */
let packedFolder: string;
let service: TestService;
let packedService: TestService;

const TEXT = 'export const sentence = "Signed, sealed, delivered."; '.repeat(60);

/** By address: the place in the folder, and the content. */
const FILES = {
  '/sign-session/sign-session.js': 'widget/sign-session.js',
  '/sign-session/accept-BXyz0123.js': 'widget/accept-BXyz0123.js',
  '/sign-session/integrity.json': 'widget/integrity.json',
  '/sign-session/assets/pdfjs/pdf-worker.mjs': 'widget/assets/pdfjs/pdf-worker.mjs',
  '/sign-session/assets/liveness/vision.wasm': 'widget/assets/liveness/vision.wasm',
  '/sign-session/assets/liveness/face_landmarker.task': 'widget/assets/liveness/face_landmarker.task',
  '/assets/verifier-DsTEu8xO.css': 'site/assets/verifier-DsTEu8xO.css',
  '/assets/console-BsTEu8xP.css': 'console/assets/console-BsTEu8xP.css',
  '/': 'console/index.html',
  '/verify': 'site/verifier/index.html',
} as const;

before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-test-'));
  for (const name of Object.values(FILES)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), TEXT);
  }
  await writeFile(path.join(folder, 'widget/small-BXyz0123.js'), 'export {};');
  await writeFile(path.join(folder, 'widget/photo.png'), TEXT);
  packedFolder = `${folder}-packed`;
  await cp(folder, packedFolder, { recursive: true });
  await compressFolder(folder, { quality: 5 });
  await compressFolder(packedFolder, { quality: 5, replaces: name => !name.endsWith('pdf-worker.mjs') });
  service = await openService(folder);
  packedService = await openService(packedFolder);
});
after(async () => {
  await Promise.all([service.close(), packedService.close()]);
  for (const each of [folder, packedFolder]) await rm(each, { recursive: true, force: true });
});

const openService = (builds: string): Promise<TestService> =>
  openTestService({
    pages: { site: path.join(builds, 'site'), widget: path.join(builds, 'widget') },
    local: createLocalMode({ consoleFolder: path.join(builds, 'console') }),
  });

const get = (
  address: string,
  headers: Record<string, string>,
  method = 'GET',
  from = service,
): Promise<Response> => Promise.resolve(from.fetch(new Request(PUBLIC_URL + address, { method, headers })));

const decoders = { br: brotliDecompressSync, gzip: gunzipSync } as const;

async function contentOf(answer: Response): Promise<string> {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const coding = answer.headers.get('Content-Encoding');
  const plain = coding === 'br' || coding === 'gzip' ? decoders[coding](bytes) : bytes;
  return new TextDecoder().decode(plain);
}

/** The headers of a file that do not depend on how it is stored. */
const told = ({ headers }: Response) => {
  const names = ['content-type', 'content-encoding', 'cache-control', 'vary', 'x-content-type-options'];
  const pages = ['content-security-policy', 'access-control-allow-origin', 'cross-origin-resource-policy'];
  return [...names, ...pages].map(name => [name, headers.get(name)]);
};

describe('files of a build', () => {
  test('come in the best coding that the request takes', async () => {
    for (const address of Object.keys(FILES)) {
      for (const [accepted, expected] of [
        ['gzip, deflate, br, zstd', 'br'],
        ['br;q=1.0, gzip;q=0.8', 'br'],
        ['gzip', 'gzip'],
        ['br;q=0, gzip;q=0.5', 'gzip'],
        ['*', 'br'],
        ['identity', null],
        ['*;q=0', null],
        ['', null],
      ] as const) {
        const answer = await get(address, { 'Accept-Encoding': accepted });
        const what = `${address} by ${accepted}`;
        assert.equal(answer.status, 200, what);
        assert.equal(answer.headers.get('Content-Encoding'), expected, what);
        assert.equal(answer.headers.get('Vary'), 'Accept-Encoding', what);
        const { byteLength } = await answer.clone().arrayBuffer();
        assert.equal(answer.headers.get('Content-Length'), String(byteLength), what);
        assert.equal(await contentOf(answer), TEXT, what);
        const head = await get(address, { 'Accept-Encoding': accepted }, 'HEAD');
        assert.equal(head.headers.get('Content-Length'), String(byteLength), `HEAD ${what}`);
        assert.equal(head.headers.get('Content-Encoding'), expected, `HEAD ${what}`);
      }
    }
  });

  test('have an ETag for each coding, which answers 304', async () => {
    const address = '/sign-session/sign-session.js';
    const tags = new Set<string>();
    for (const accepted of ['br', 'gzip', 'identity']) {
      const tag = (await get(address, { 'Accept-Encoding': accepted })).headers.get('ETag') ?? '';
      tags.add(tag);
      const again = await get(address, { 'Accept-Encoding': accepted, 'If-None-Match': tag });
      assert.deepEqual([again.status, await again.text()], [304, '']);
      assert.equal(again.headers.get('Vary'), 'Accept-Encoding');
      assert.equal(again.headers.get('Cache-Control'), 'public, max-age=0, stale-while-revalidate=600');
    }
    assert.equal(tags.size, 3);
  });

  test('that a package has once come with the same headers, and the same content', async () => {
    for (const address of Object.keys(FILES)) {
      const tags = new Set<string | null>();
      for (const accepted of ['br', 'gzip', 'identity', 'gzip']) {
        const headers = { 'Accept-Encoding': accepted, Range: 'bytes=2-5' };
        const expected = await get(address, headers);
        const answer = await get(address, headers, 'GET', packedService);
        const what = `${address} by ${accepted}`;
        assert.equal(answer.status, 200, what);
        assert.deepEqual(told(answer), told(expected), what);
        const { byteLength } = await answer.clone().arrayBuffer();
        assert.equal(answer.headers.get('Content-Length'), String(byteLength), what);
        assert.equal(await contentOf(answer), TEXT, what);
        const tag = answer.headers.get('ETag');
        assert.equal(tag === null, expected.headers.get('ETag') === null, what);
        tags.add(tag);
        const head = await get(address, headers, 'HEAD', packedService);
        assert.deepEqual(
          [head.status, told(head), await head.text()],
          [200, told(expected), ''],
          `HEAD ${what}`,
        );
        if (tag === null) continue;
        const again = await get(address, { ...headers, 'If-None-Match': tag }, 'GET', packedService);
        assert.equal(again.status, 304, what);
      }
      assert.ok(tags.size === 3 || tags.has(null), address);
    }
    for (const address of [
      '/sign-session/sign-session.js.br',
      '/sign-session/no.js',
      '/sign-session/../site/verifier/index.html',
    ])
      assert.equal(
        (await get(address, {}, 'GET', packedService)).status,
        (await get(address, {})).status,
        address,
      );
  });

  test('of the same length and time have different ETags', async () => {
    const packed = new Date('1985-10-26T08:15:00Z');
    const tags: (string | null)[] = [];
    for (const [index, content] of ['"chunk-AAAAAAAA"', '"chunk-BBBBBBBB"'].entries()) {
      const widget = path.join(folder, `version-${index}`);
      await mkdir(widget);
      await writeFile(path.join(widget, 'sign-session.js'), content);
      await utimes(path.join(widget, 'sign-session.js'), packed, packed);
      const version = await service.restart({ pages: { site: widget, widget } });
      tags.push((await version.call('/sign-session/sign-session.js')).headers.get('ETag'));
    }
    assert.notEqual(tags[0], tags[1]);
  });

  test('are compressed only if that saves something', async () => {
    const names = await readdir(path.join(folder, 'widget'));
    assert.deepEqual(names.filter(name => /^(small|photo)/.test(name)).toSorted(), [
      'photo.png',
      'small-BXyz0123.js',
    ]);
    const once = (await readdir(path.join(packedFolder, 'widget'), { recursive: true })).filter(name =>
      /\./.test(name),
    );
    assert.deepEqual(once.toSorted(), [
      'accept-BXyz0123.js.br',
      'assets/liveness/face_landmarker.task.br',
      'assets/liveness/vision.wasm.br',
      'assets/pdfjs/pdf-worker.mjs',
      'assets/pdfjs/pdf-worker.mjs.br',
      'assets/pdfjs/pdf-worker.mjs.gz',
      'integrity.json.br',
      'photo.png',
      'sign-session.js.br',
      'small-BXyz0123.js',
    ]);
  });
});

describe('answers', () => {
  test('in JSON above a kilobyte are compressed with gzip', async () => {
    const answer = await get('/openapi.json', { 'Accept-Encoding': 'gzip, br' });
    assert.equal(answer.headers.get('Content-Encoding'), 'gzip');
    assert.match(answer.headers.get('Vary') ?? '', /\bAccept-Encoding\b/);
    const { byteLength } = await answer.clone().arrayBuffer();
    assert.equal(answer.headers.get('Content-Length'), String(byteLength));
    assert.match(await contentOf(answer), /^\{"openapi":/);
    for (const accepted of ['identity', '*;q=0']) {
      const plain = await get('/openapi.json', { 'Accept-Encoding': accepted });
      assert.equal(plain.headers.get('Content-Encoding'), null);
      assert.match(plain.headers.get('Vary') ?? '', /\bAccept-Encoding\b/);
    }
  });

  test('that are small are not compressed', async () => {
    const answer = await get('/health', { 'Accept-Encoding': 'gzip' });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('Content-Encoding'), null);
    assert.match(await answer.text(), /"version"/);
  });

  test('of event streams are not compressed', async () => {
    const { sessionId, clientSecret } = await service.create();
    const abort = new AbortController();
    const answer = await service.fetch(
      new Request(`${PUBLIC_URL}/v1/signing-sessions/${sessionId}/events`, {
        headers: { Authorization: `Bearer ${clientSecret}`, 'Accept-Encoding': 'gzip, br' },
        signal: abort.signal,
      }),
    );
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('Content-Type') ?? '', /^text\/event-stream/);
    assert.equal(answer.headers.get('Content-Encoding'), null);
    const reader = answer.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    assert.match(new TextDecoder().decode(value), /^(event|id|data|:|retry)/);
    abort.abort();
    await reader?.cancel();
  });
});
