import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  BerError,
  context,
  der,
  EXTENSION,
  octets,
  oidDer,
  OTHER_NAME,
  readBer,
  readCertificate,
  readCertificateFacts,
  readHolder,
  readWhole,
  sameName,
  signingFaults,
  TAG,
  withDerLengths,
  type Bytes,
} from '../src/index.ts';
import {
  attributeDer,
  certificateDer,
  commonName,
  extensionDer,
  otherNameDer,
  sequence,
  stringDer,
} from './builders.ts';
import { personData } from './cases.ts';
import { shortestOf } from './exercise.ts';

const MEGABYTE = 1_000_000;
/** Linear reading takes 5 to 50 ms on a machine at rest; reading that is quadratic takes many seconds. */
const LIMIT_MS = 1500;
const AT = new Date('2026-06-01T00:00:00Z');

/** Everything that either side asks of a certificate. */
function readFully(bytes: Bytes): void {
  const certificate = readCertificate(bytes);
  readHolder(certificate);
  signingFaults(certificate, AT);
  sameName(certificate.subject, certificate.issuer);
}

/** Values of indefinite length inside each other. */
function nested(depth: number, tag: number, content: Uint8Array): Bytes {
  const heads = new Uint8Array(2 * depth).map((_, at) => (at % 2 === 0 ? tag : 0x80));
  return Uint8Array.from(Buffer.concat([heads, content, new Uint8Array(2 * depth)]));
}

const nulls = (size: number): Uint8Array => new Uint8Array(size).map((_, at) => (at % 2 === 0 ? 5 : 0));

/** Goes down as far as it can. @throws BerError */
const descend = (value: Bytes) => {
  let inner = readWhole(value);
  for (;;) inner = inner.cursor().next();
};

describe('a common name of a megabyte', () => {
  for (const [what, text] of [
    ['blanks', ' '.repeat(MEGABYTE)],
    ['a letter, blanks and a letter', `A${' '.repeat(MEGABYTE)}B`],
    ['blanks and a colon', `A${' '.repeat(MEGABYTE)}:`],
    ['a colon and blanks', `A:${' '.repeat(MEGABYTE)}1`],
    ['colons', ':'.repeat(MEGABYTE)],
    ['digits', `A:${'5'.repeat(MEGABYTE)}`],
    ['full stops', `A:${'.'.repeat(MEGABYTE)}`],
    ['accents above and below', `${'\u0301'.repeat(MEGABYTE / 4)}${'\u0323'.repeat(MEGABYTE / 4)}`],
  ] as const) {
    it(`of ${what} takes no time`, () => {
      const bytes = certificateDer({ subject: commonName(text) });
      assert.ok(shortestOf(() => readFully(bytes)) < LIMIT_MS);
    });
  }

  it('takes no time to be compared either, in each string type', () => {
    for (const type of ['utf8', 'bmp', 'teletex'] as const) {
      const bytes = certificateDer({ subject: commonName(' a'.repeat(MEGABYTE / 4), type) });
      const other = certificateDer({ subject: commonName('a '.repeat(MEGABYTE / 4), type) });
      const compare = () => sameName(readCertificate(bytes).subject, readCertificate(other).subject);
      assert.equal(compare(), true);
      assert.ok(shortestOf(compare) < LIMIT_MS);
    }
  });
});

describe('values inside each other', () => {
  it('of indefinite length are read once', () => {
    const bytes = nested(40, TAG.sequence, nulls(800_000));
    const read = () => {
      let value = readWhole(bytes);
      while (value.tag === TAG.sequence) value = value.cursor().next();
    };
    assert.ok(shortestOf(read) < LIMIT_MS);
    assert.ok(shortestOf(() => withDerLengths(readBer(nested(40, TAG.sequence, nulls(100_000))))) < LIMIT_MS);
  });

  it('are taken as they are when their lengths are DER, whatever their number', () => {
    const bytes = sequence(nulls(2 * MEGABYTE));
    assert.deepEqual(withDerLengths(readBer(bytes)), bytes);
    assert.equal(withDerLengths(readBer(bytes), TAG.set)[0], TAG.set);
  });

  it('that are segments of a string are copied once', () => {
    const bytes = nested(40, 0x24, der(TAG.octetString, new Uint8Array(800_000).fill(7)));
    assert.equal(octets(readWhole(bytes)).length, 800_000);
    assert.ok(shortestOf(() => octets(readWhole(bytes))) < LIMIT_MS);
    const small = nested(
      40,
      0x24,
      Uint8Array.from({ length: 600_000 }, (_, at) => [4, 1, 7][at % 3] ?? 0),
    );
    assert.equal(octets(readWhole(small)).length, 200_000);
    assert.ok(shortestOf(() => octets(readWhole(small))) < LIMIT_MS);
  });

  it('have a limit, of depth and of number', () => {
    assert.throws(() => readWhole(nested(60, TAG.sequence, nulls(2))), BerError);
    assert.throws(() => readWhole(nested(500_000, TAG.sequence, nulls(2))), BerError);
    const definite = Array.from({ length: 60 }).reduce<Uint8Array>(inner => sequence(inner), nulls(2));
    assert.throws(() => descend(sequence(definite)), { name: 'BerError', message: 'Nested too deeply.' });
    const empty = Uint8Array.from({ length: 4 * 20_000 }, (_, at) => [0x30, 0x80, 0, 0][at % 4] ?? 0);
    assert.throws(() => readWhole(nested(1, TAG.sequence, empty)), BerError);
    const nullsOf = sequence(nulls(2 * MEGABYTE));
    assert.throws(() => readWhole(nullsOf).children, BerError);
    assert.ok(shortestOf(() => [...readWhole(sequence(nulls(200_000))).cursor()]) < LIMIT_MS);
  });
});

/** The same, 60,000 times. */
const many = (part: Uint8Array): Bytes =>
  Uint8Array.from(Buffer.concat(Array.from({ length: 60_000 }, () => part)));

describe('lists of 60,000', () => {
  const subjects = {
    'attributes of a name': sequence(many(attributeDer('2.5.4.3', stringDer('utf8', 'A')))),
    'attributes of one relative name': sequence(
      der(TAG.set, many(sequence(oidDer('2.5.4.3'), stringDer('utf8', 'A')))),
    ),
  };
  for (const [what, subject] of Object.entries(subjects)) {
    it(`${what} take time in proportion`, () => {
      const bytes = certificateDer({ subject });
      assert.ok(shortestOf(() => readFully(bytes)) < LIMIT_MS);
    });
  }

  const extensions = {
    extensions: many(extensionDer('1.2.3.4', Uint8Array.of(5, 0))),
    'alternative names': extensionDer(
      EXTENSION.alternativeNames,
      sequence(many(otherNameDer('2.16.76.1.3.5', stringDer('utf8', personData('0'))))),
    ),
    'persons among the alternative names': extensionDer(
      EXTENSION.alternativeNames,
      sequence(many(otherNameDer(OTHER_NAME.personData, stringDer('utf8', personData('0'))))),
    ),
    purposes: extensionDer(EXTENSION.extendedKeyUsage, sequence(many(oidDer('1.3.6.1.5.5.7.3.1')))),
    'policy mappings': extensionDer(
      EXTENSION.policyMappings,
      sequence(many(sequence(oidDer('1.2.3'), oidDer('1.2.4')))),
    ),
    'permitted names': extensionDer(
      EXTENSION.nameConstraints,
      sequence(der(context(0), many(sequence(der(0x82, Buffer.from('example.com')))))),
    ),
  };
  for (const [what, extension] of Object.entries(extensions)) {
    it(`${what} take time in proportion`, () => {
      const bytes = certificateDer({ extensions: [extension] });
      assert.ok(shortestOf(() => readFully(bytes)) < LIMIT_MS);
      assert.ok(shortestOf(() => readCertificateFacts(bytes)) < LIMIT_MS);
    });
  }

  it('entries of a revocation list, and more, are walked over without being kept', () => {
    const time = der(TAG.utcTime, Buffer.from('260101000000Z'));
    const entry = sequence(der(TAG.integer, new Uint8Array(16).fill(1)), time);
    const list = sequence(Uint8Array.from(Buffer.concat(Array.from({ length: 100_000 }, () => entry))));
    const count = () => {
      let found = 0;
      for (const value of readWhole(list).cursor()) found += value.cursor().next(TAG.integer).content.length;
      return found;
    };
    assert.equal(count(), 1_600_000);
    assert.ok(shortestOf(count) < LIMIT_MS);
  });
});
