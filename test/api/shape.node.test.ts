import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cosmetic, flag, list, maybe, number, record, ShapeError, text } from '../../src/api/shape.ts';

const person = record({ name: text, age: maybe(number), nick: cosmetic(text), tags: list(text) });

describe('reading a shape', () => {
  it('keeps what is known and drops the rest', () => {
    assert.deepEqual(person({ name: 'Maria', age: 40, nick: 'M', tags: ['a'], newer: 1 }), {
      name: 'Maria',
      age: 40,
      nick: 'M',
      tags: ['a'],
    });
  });

  it('reads null and nothing as “none”, and counts an ornament of another type as none', () => {
    const read = person({ name: 'Maria', age: null, nick: 7, tags: [] });
    assert.deepEqual(read, { name: 'Maria', age: undefined, nick: undefined, tags: [] });
  });

  it('names the place of what is wrong, and never the value', () => {
    const secret = 'very private';
    for (const [value, path] of [
      [{ name: 'Maria', age: secret, tags: [] }, 'age'],
      [{ name: 'Maria', tags: ['a', { secret }] }, 'tags.1'],
      [{ tags: [] }, 'name'],
      [[secret], ''],
      [null, ''],
    ] as const) {
      assert.throws(
        () => person(value),
        (error: unknown) =>
          error instanceof ShapeError &&
          error.message.includes(`"${path}"`) &&
          !error.message.includes(secret),
      );
    }
    assert.throws(() => flag('true'), ShapeError);
  });

  it('takes no field from the object’s ancestors', () => {
    assert.equal(record({ constructor: maybe(text) })({}).constructor, undefined);
  });
});
