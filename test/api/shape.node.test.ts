import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import {
  array,
  lenient,
  number,
  object,
  optional,
  otherwise,
  ShapeError,
  text,
} from '../../src/api/shape.ts';

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
