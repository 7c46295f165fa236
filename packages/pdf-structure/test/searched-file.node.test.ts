import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { entriesOf, isName, latin1, SearchedFile } from '../src/index.ts';
import {
  basePdf,
  bytesOf,
  CONTENT,
  FORGED,
  OTHER_CONTENT,
  SHOWN,
  textOf,
  withUpdate,
} from './update-files.ts';
import type { Bytes } from './update-files.ts';

const BASE = basePdf();
const UPDATED = withUpdate(BASE, { objects: { [CONTENT]: OTHER_CONTENT } });

async function contentOf(bytes: Bytes): Promise<string> {
  const file = await SearchedFile.read(bytes);
  const root = entriesOf(await file.resolve(file.trailer.get('Root')));
  assert.ok(isName(root.get('Type'), 'Catalog'));
  const { data } = (await file.find(CONTENT)) ?? {};
  return latin1(bytes.subarray(data?.start, data?.end));
}

const without = (what: RegExp, file: Bytes): Bytes => bytesOf(textOf(file).replaceAll(what, ''));

describe('a file that is searched', () => {
  it('has the last object of each number', async () => {
    assert.match(await contentOf(BASE), new RegExp(SHOWN.replace('$', '\\$')));
    assert.match(
      await contentOf(without(/startxref\n\d+/g, UPDATED)),
      new RegExp(FORGED.replace('$', '\\$')),
    );
  });

  it('may lack its trailer', async () => {
    assert.match(await contentOf(without(/trailer\n.*/g, UPDATED)), /900/);
  });

  it('may have its last trailer lead nowhere', async () => {
    assert.match(await contentOf(bytesOf(`${textOf(UPDATED)}trailer\n<< /Root 77 0 R >>\n`)), /900/);
  });

  it('has the objects of its object streams, and the last one of two keys', async () => {
    const file = await SearchedFile.read(withUpdate(BASE, { packed: { 30: '<< /A 1 >>' } }));
    assert.equal((await file.find(30))?.container, 0);
    const doubled = await SearchedFile.read(withUpdate(BASE, { objects: { 30: '<< /A 1 /A 2 >>' } }));
    const value = entriesOf((await doubled.find(30))?.value).get('A');
    assert.equal(value?.kind === 'number' && value.number, 2);
  });

  it('lacks what can’t be read', async () => {
    const file = await SearchedFile.read(withUpdate(BASE, { objects: { 30: '<< /A (', 31: '[31 0 R]' } }));
    assert.equal(await file.find(30), undefined);
    assert.equal(await file.find(32), undefined);
  });

  it('is refused without a catalog', async () => {
    await assert.rejects(SearchedFile.read(bytesOf('%PDF-1.7\n')), { reason: 'cross-references' });
  });

  it('is refused if it would have to be read again and again', async () => {
    const nested = '1 0 obj (ObjStm '.repeat(30_000);
    await assert.rejects(SearchedFile.read(bytesOf(`%PDF-1.7\n${nested}`)), { reason: 'limit' });
  });
});
