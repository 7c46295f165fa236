import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, it } from 'node:test';
import {
  address,
  array,
  lenient,
  number,
  object,
  optional,
  otherwise,
  ShapeError,
  text,
} from '../../src/api/shape.ts';

const SHAPES = new Set(['text', 'unknown', 'address', 'addressTemplate', 'otherwise']);

/** Every file of the widget. */
async function sourceFiles(): Promise<string[]> {
  const folder = path.resolve(import.meta.dirname, '../../src');
  const files = await readdir(folder, { recursive: true });
  return files.filter(file => file.endsWith('.ts')).map(file => path.join(folder, file));
}

const step = object({ stepId: text, attempts: optional(number), error: lenient(text) });
const session = object({ status: text, steps: array(step) });

describe('the shape of an answer', () => {
  it('keeps the fields that it has, and drops others', () => {
    const read = session({ status: 'ACTIVE', steps: [{ stepId: 'a', error: 'E', newer: true }], more: 1 });
    assert.deepEqual(read, { status: 'ACTIVE', steps: [{ stepId: 'a', error: 'E' }] });
  });

  it('names the field that differs, and not its value', () => {
    for (const attempts of ['3', null, Number.NaN, Number.POSITIVE_INFINITY]) {
      assert.throws(
        () => session({ status: 'ACTIVE', steps: [{ stepId: 'a' }, { stepId: 'b', attempts }] }),
        (error: unknown) => error instanceof ShapeError && error.at === 'steps.1.attempts',
      );
    }
    for (const value of [null, [], 'text', undefined]) assert.throws(() => session(value), ShapeError);
    assert.throws(() => session({ status: 'ACTIVE', steps: { length: 0 } }), ShapeError);
  });

  it('takes a lenient field of another type for absent, and a fallback where there is one', () => {
    assert.deepEqual(step({ stepId: 'a', error: 4 }), { stepId: 'a' });
    assert.equal(otherwise(number, 8)('many'), 8);
  });
});

describe('an address', () => {
  it('is one of https, or of http on this machine', () => {
    for (const given of ['https://site.example/done?a=1', 'http://localhost:3000/', 'http://[::1]:4010/x'])
      assert.equal(address(given), given);
    for (const given of [
      'http://site.example/',
      'javascript:alert(1)',
      ' java\nscript:alert(1)',
      'data:text/html,x',
      'blob:https://site.example/x',
      'https://me:pw@site.example/',
      'https://bank.example@site.example/',
      'http://localhost.site.example/',
      'http://127.0.0.1.site.example/',
      '//x',
      'x',
      7,
      undefined,
    ]) {
      assert.throws(() => address(given), ShapeError, String(given));
    }
  });

  it('is read by this shape wherever the service gives one', async () => {
    const checked: string[] = [];
    for (const file of await sourceFiles()) {
      const source = await readFile(file, 'utf8');
      if (!source.includes("api/shape.ts'") && !source.includes("'./shape.ts'")) continue;
      for (const [field, name = '', shape = ''] of source.matchAll(
        /\b(\w*(?:[uU]rl|[uU]ri|[hH]ref|[aA]ddress|UrlTemplate))\s*:\s*(?:(?:optional|lenient)\()?(\w+)[),\s}]/g,
      )) {
        if (!SHAPES.has(shape)) continue;
        assert.match(shape, /^address/, `${path.basename(file)}: ${field}`);
        checked.push(name);
      }
    }
    assert.ok(checked.length >= 12, checked.join(', '));
  });
});

describe('on a page that adds to every object', () => {
  afterEach(() => {
    for (const name of ['added', 'error']) Reflect.deleteProperty(Object.prototype, name);
  });

  it('reads what the service sent, and nothing of the page', () => {
    for (const name of ['added', 'error'])
      Reflect.defineProperty(Object.prototype, name, { value: 'page', enumerable: true, configurable: true });
    const read = step({ stepId: 'a' });
    assert.equal(read.error, undefined);
    assert.deepEqual(Object.keys(read), ['stepId', 'error']);
  });
});
