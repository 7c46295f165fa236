import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  BerError,
  bits,
  boolean,
  context,
  der,
  integer,
  namedBits,
  octets,
  oid,
  oidDer,
  readBer,
  readDer,
  readWhole,
  sameBytes,
  smallInteger,
  TAG,
  text,
  time,
  unsignedInteger,
  withDerLengths,
  type Ber,
} from '../src/index.ts';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
const ber = (hex: string) => readWhole(bytes(hex));
const hex = (value: Uint8Array) => Buffer.from(value).toString('hex');
const ascii = (value: string) => Uint8Array.from(Buffer.from(value, 'latin1'));
const refuses = (read: () => unknown) => assert.throws(read, BerError);

describe('reading BER', () => {
  it('finds values by cursor and by list', () => {
    const value = ber('30 08 02 01 05 a1 03 01 01 ff');
    const fields = value.cursor();
    assert.equal(smallInteger(fields.next(TAG.integer)), 5);
    assert.equal(fields.optional(context(0)), undefined);
    assert.equal(boolean(fields.optional(context(1))?.children[0]), true);
    fields.expectEnd();
    assert.deepEqual(
      value.children.map(({ tag }) => tag),
      [0x02, 0xa1],
    );
  });

  it('reads indefinite lengths, inside of each other', () => {
    const value = ber('30 80 30 80 02 01 05 00 00 04 01 aa 00 00');
    const [inner, string] = value.children;
    assert.deepEqual(
      inner?.children.map(child => smallInteger(child)),
      [5],
    );
    assert.equal(hex(octets(string)), 'aa');
  });

  it('joins strings in segments', () => {
    assert.equal(hex(octets(ber('24 80 04 01 aa 24 04 04 02 bb cc 00 00'))), 'aabbcc');
    refuses(() => octets(ber('24 03 02 01 05')));
  });

  for (const [what, encoding] of [
    ['a cut-off value', '30 05 02 01 05'],
    ['a cut-off length', '30 82 01'],
    ['nothing', ''],
    ['trailing bytes', '05 00 00'],
    ['an end that is missing', '30 80 02 01 05'],
    ['an end behind the value around it', '30 04 30 80 05 00 00 00'],
    ['a primitive value of indefinite length', '04 80 00 00'],
    ['a length of five octets', '30 85 00 00 00 00 00'],
    ['a tag of two octets', '3f 21 00'],
  ] as const) {
    it(`refuses ${what}`, () => refuses(() => everything(ber(encoding))));
  }

  for (const [what, encoding] of [
    ['an indefinite length', '30 80 00 00'],
    ['a length that is too long', '30 81 03 02 01 05'],
    ['a length with a leading zero', '30 82 00 03 02 01 05'],
    ['a string in segments', '24 03 04 01 aa'],
  ] as const) {
    it(`takes ${what} as BER, and not as DER`, () => {
      everything(ber(encoding));
      refuses(() => everything(readDer(bytes(encoding))));
    });
  }
});

/** Reads all values, nested ones too. */
function everything(value: Ber): void {
  if ((value.tag & 0x20) !== 0) for (const inner of value.cursor()) everything(inner);
}

const timeOf = (value: string, tag: number = TAG.generalizedTime, fractions = false) =>
  time(readWhole(der(tag, ascii(value))), { fractions }).toISOString();

describe('reading values', () => {
  it('reads numbers', () => {
    assert.equal(smallInteger(ber('02 02 00 ff')), 255);
    assert.equal(smallInteger(ber('02 01 00')), 0);
    assert.equal(smallInteger(ber('02 09 00 ff ff ff ff ff ff ff ff')), Number.MAX_SAFE_INTEGER);
    assert.equal(hex(unsignedInteger(ber('02 03 00 80 01'))), '8001');
    assert.equal(hex(integer(ber('02 02 00 05'))), '0005');
    refuses(() => smallInteger(ber('02 01 80')));
    refuses(() => integer(ber('02 00')));
    refuses(() => integer(readDer(bytes('02 02 00 05'))));
    refuses(() => unsignedInteger(readDer(bytes('02 01 80'))));
  });

  it('reads and writes object identifiers', () => {
    for (const dotted of ['2.5.4.3', '1.2.840.113549.1.1.11', '2.16.76.1.3.1', '2.999.1', '0.9']) {
      assert.equal(oid(readDer(oidDer(dotted))), dotted);
    }
    // Of a UUID.
    const uuid = '2.25.329800735698586629295641978511506172918';
    assert.equal(oid(ber('06 14 69 83f09da7ebcfdee0c7a1a7b2c0948cc8f9d776')), uuid);
    for (const malformed of [
      '06 00',
      '06 01 80',
      '06 02 55 84',
      '06 03 55 80 01',
      `06 81 82 ${'01'.repeat(130)}`,
    ]) {
      refuses(() => oid(ber(malformed)));
    }
  });

  it('reads BIT STRINGs', () => {
    assert.deepEqual([...namedBits(ber('03 02 01 06'))], [5, 6]);
    assert.deepEqual([...namedBits(ber('03 03 07 00 80'))], [8]);
    assert.deepEqual([...namedBits(ber('03 01 00'))], []);
    assert.equal(hex(bits(ber('03 03 00 ab cd'))), 'abcd');
    for (const malformed of ['03 00', '03 02 08 00', '03 01 01']) refuses(() => namedBits(ber(malformed)));
    refuses(() => bits(ber('03 02 01 06')));
  });

  it('reads BOOLEANs', () => {
    assert.deepEqual([boolean(ber('01 01 00')), boolean(ber('01 01 01'))], [false, true]);
    refuses(() => boolean(ber('01 00')));
    refuses(() => boolean(readDer(bytes('01 01 01'))));
  });

  it('reads times', () => {
    assert.equal(timeOf('491231235959Z', TAG.utcTime), '2049-12-31T23:59:59.000Z');
    assert.equal(timeOf('500101000000Z', TAG.utcTime), '1950-01-01T00:00:00.000Z');
    assert.equal(timeOf('20240229120000Z'), '2024-02-29T12:00:00.000Z');
    assert.equal(timeOf('99991231235959Z'), '9999-12-31T23:59:59.000Z');
    assert.equal(timeOf('20240229120000.25Z', TAG.generalizedTime, true), '2024-02-29T12:00:00.250Z');
    assert.equal(timeOf('20240229120000.1239999Z', TAG.generalizedTime, true), '2024-02-29T12:00:00.123Z');
  });

  for (const malformed of [
    '20240229120000',
    '20230229120000Z',
    '20241301120000Z',
    '20240001120000Z',
    '20240229240000Z',
    '20240229126000Z',
    '20240229120060Z',
    '2024022912000Z',
    '20240229120000.5Z',
    '20240229120000-0300',
    '2024022912000٣Z',
  ]) {
    it(`refuses the time ${malformed}`, () => refuses(() => timeOf(malformed)));
  }

  it('refuses a fraction without digits, or without an end', () => {
    refuses(() => timeOf('20240229120000.Z', TAG.generalizedTime, true));
    refuses(() => timeOf('20240229120000.5', TAG.generalizedTime, true));
  });

  it('reads text of all string types, and none of other types', () => {
    assert.equal(text(readWhole(der(TAG.utf8String, Buffer.from('São', 'utf8')))), 'São');
    assert.equal(text(readWhole(der(TAG.teletexString, ascii('São')))), 'São');
    assert.equal(text(ber('1e 04 00 53 00 e3')), 'Sã');
    assert.equal(text(ber('1c 08 00 00 00 53 00 11 00 00')), 'S\ufffd');
    assert.equal(text(ber('2c 80 04 01 53 04 02 c3 a3 00 00')), 'Sã');
    assert.equal(text(ber('02 01 05')), undefined);
  });
});

describe('writing DER', () => {
  it('gives indefinite lengths and segments the form of DER, under another tag', () => {
    const value = ber('a0 80 30 80 06 01 55 24 80 04 01 aa 04 01 bb 00 00 00 00 00 00');
    assert.equal(hex(withDerLengths(value, TAG.set)), '310930070601550402aabb');
  });

  it('lengthens a length where it has to', () => {
    const long = der(TAG.octetString, new Uint8Array(70_000));
    const value = readBer(Uint8Array.from([0x30, 0x80, ...long, 0, 0]));
    assert.ok(sameBytes(withDerLengths(value), der(TAG.sequence, long)));
  });
});
