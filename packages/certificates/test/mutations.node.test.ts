import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { context, der, EXTENSION, oidDer, TAG, type Bytes } from '../src/index.ts';
import { certificateDer as assetDer, certificateFile } from '../../../test/support/certificate-files.ts';
import { isFullRun } from '../../../test/support/test-files.ts';
import {
  authorityDer,
  certificateDer,
  extensionDer,
  keyUsageDer,
  purposesDer,
  sequence,
} from './builders.ts';
import { alternativeNamesExtension, HOLDER_CASES, subjectDer } from './cases.ts';
import { readInEveryWay, shortestOf } from './exercise.ts';

const COUNT = isFullRun ? 100_000 : 3000;
/** A busy machine included: what is damaged so that reading it is quadratic takes many seconds. */
const LIMIT_MS = 1000;

// A stack for each of some hundred thousand errors would take most of the time. Other files run in this process later.
const { stackTraceLimit } = Error;
before(() => void (Error.stackTraceLimit = 0));
after(() => void (Error.stackTraceLimit = stackTraceLimit));

/** Numbers that look random and are the same every time (mulberry32). @returns a whole number below the given one */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

function richCertificate(): Bytes {
  const uri = der(0x86, Buffer.from('http://crl.example.com/a.crl'));
  const subtree = sequence(der(0x82, Buffer.from('example.com')));
  return certificateDer({
    extensions: [
      authorityDer(),
      keyUsageDer(0, 5),
      purposesDer('1.3.6.1.5.5.7.3.2'),
      extensionDer(EXTENSION.alternativeNames, sequence(der(0x82, Buffer.from('example.com')), uri)),
      extensionDer(EXTENSION.policies, sequence(sequence(oidDer('2.16.76.1.2.1.1')))),
      extensionDer(EXTENSION.policyMappings, sequence(sequence(oidDer('1.2.3'), oidDer('1.2.4')))),
      extensionDer(EXTENSION.policyConstraints, sequence(der(0x80, Uint8Array.of(0)))),
      extensionDer(EXTENSION.inhibitAnyPolicy, der(TAG.integer, Uint8Array.of(1))),
      extensionDer(EXTENSION.nameConstraints, sequence(der(context(0), subtree), der(context(1), subtree))),
      extensionDer(EXTENSION.distributionPoints, sequence(sequence(der(context(0), der(context(0), uri))))),
      extensionDer(EXTENSION.authorityInformation, sequence(sequence(oidDer('1.3.6.1.5.5.7.48.1'), uri))),
    ],
  });
}

const SEEDS: readonly Bytes[] = [
  richCertificate(),
  ...['ecpf.pem', 'ecnpj.pem', 'inter.pem'].map(assetDer),
  certificateFile('modern-ec.p12'),
  ...HOLDER_CASES.slice(0, 60).map(holderCase =>
    certificateDer({ subject: subjectDer(holderCase), extensions: alternativeNamesExtension(holderCase) }),
  ),
];

/** Bytes that mean something: tags, lengths, ends. */
const TELLING = [
  0x00, 0x01, 0x02, 0x03, 0x04, 0x06, 0x0c, 0x1e, 0x24, 0x30, 0x31, 0x7f, 0x80, 0x81, 0x84, 0xa0, 0xff,
];

function mutated(seed: Bytes, random: (below: number) => number): Bytes {
  let bytes: number[] = [...seed];
  for (let count = 1 + random(4); count > 0; count -= 1) {
    const at = random(Math.max(1, bytes.length));
    const telling = TELLING[random(TELLING.length)] ?? 0;
    const piece = bytes.slice(at, at + random(40));
    switch (random(7)) {
      case 0:
        bytes[at] = random(256);
        break;
      case 1:
        bytes[at] = telling;
        break;
      case 2:
        bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8));
        break;
      case 3:
        bytes.splice(at, 0, telling);
        break;
      case 4:
        bytes.splice(at, piece.length);
        break;
      case 5:
        bytes.splice(random(bytes.length), 0, ...piece);
        break;
      default:
        if (random(8) === 0) bytes = bytes.slice(0, at);
        else bytes[at] = 0x80;
    }
  }
  return Uint8Array.from(bytes);
}

it(`reads ${COUNT} damaged certificates and files, or refuses them by its own error, and takes no time`, t => {
  const random = randomNumbers(32);
  let longest = 0;
  for (let index = 0; index < COUNT; index += 1) {
    const bytes = mutated(SEEDS[index % SEEDS.length] ?? Uint8Array.of(), random);
    const where = `mutation ${index}: ${Buffer.from(bytes).toString('base64')}`;
    let ms = 0;
    assert.doesNotThrow(() => (ms = shortestOf(() => readInEveryWay(bytes))), where);
    assert.ok(ms < LIMIT_MS, `${ms} ms for ${where}`);
    longest = Math.max(longest, ms);
  }
  t.diagnostic(`The longest took ${longest.toFixed(1)} ms.`);
});
