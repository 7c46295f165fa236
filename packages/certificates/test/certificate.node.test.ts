import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  allows,
  BerError,
  chainOf,
  checkSignature,
  der,
  EXTENSION,
  extensionOf,
  isComplete,
  keyUsageOf,
  mayIssue,
  Name,
  nameText,
  oidDer,
  readAlgorithm,
  readCertificate,
  readCertificateFacts,
  readWhole,
  sameName,
  signingFaults,
  TAG,
  type Certificate,
} from '../src/index.ts';
import {
  attributeDer,
  authorityDer,
  certificateDer,
  commonName,
  ecKeyDer,
  extensionDer,
  keyUsageDer,
  purposesDer,
  rsaKeyDer,
  sequence,
  stringDer,
  type CertificateParts,
  type StringType,
} from './builders.ts';
import { certificateDer as assetDer } from '../../../test/support/certificate-files.ts';

const made = (parts: CertificateParts) => readCertificate(certificateDer(parts));
const NOT_DER = [
  ['text', Buffer.from('no DER', 'latin1')],
  ['nothing', new Uint8Array()],
  ['two values', Uint8Array.of(5, 0, 5, 0)],
  ['a tag above 30', Uint8Array.of(0x1f, 0x21, 0)],
] as const;

describe('the extensions of a certificate', () => {
  for (const [what, value] of NOT_DER) {
    it(`may be ${what} as long as nobody reads them`, () => {
      const certificate = made({ extensions: [extensionDer('1.2.3.4', value), keyUsageDer(0)] });
      assert.deepEqual([...(keyUsageOf(certificate) ?? [])], ['digitalSignature']);
      assert.throws(() => extensionOf(certificate, '1.2.3.4'), BerError);
      readCertificateFacts(certificate.der);
    });
  }

  it('are refused where they occur twice, when they are read', () => {
    const certificate = made({ extensions: [keyUsageDer(0), keyUsageDer(1)] });
    assert.throws(() => keyUsageOf(certificate), { name: 'BerError', message: /2\.5\.29\.15 occurs twice/ });
    assert.equal(allows(made({ extensions: [keyUsageDer(1)] }), 'nonRepudiation'), true);
  });
});

describe('certificates of other programs', () => {
  const chain = ['ecpf.pem', 'inter.pem', 'root.pem'].map(name => readCertificateFacts(assetDer(name)));

  it('are signed by the next in the chain', async () => {
    for (const [index, certificate] of chain.entries()) {
      const issuer = chain[index + 1] ?? certificate;
      const { signatureAlgorithm, signed, signature } = certificate;
      const check = (bytes: typeof signed) =>
        checkSignature(issuer.publicKey, readAlgorithm(signatureAlgorithm), bytes, signature);
      assert.equal(await check(signed), 'valid');
      assert.equal(await check(signed.slice(1)), 'invalid');
    }
  });

  it('have their facts', () => {
    const [leaf, issuer] = chain;
    assert.ok(leaf !== undefined && issuer !== undefined);
    assert.equal(leaf.holder.cpf, '52998224725');
    assert.equal(leaf.issuerName, 'AC SANDBOX RFB TESTE G1');
    assert.equal(leaf.notAfter.toISOString(), '2027-11-20T18:10:03.000Z');
    assert.deepEqual(
      [leaf.maySign, leaf.mayIssue, issuer.mayIssue, leaf.usageFault],
      [true, false, true, undefined],
    );
    assert.equal(leaf.issuerKeyIdentifier, issuer.keyIdentifier);
    assert.ok(sameName(leaf.issuer, issuer.subject));
    assert.match(leaf.subjectText, /^C=BR, /);
  });
});

const name = (...attributes: readonly (readonly [type: string, text: string, stringType?: StringType])[]) =>
  new Name(
    readWhole(
      sequence(...attributes.map(([type, text, as = 'utf8']) => attributeDer(type, stringDer(as, text)))),
    ),
  );

const CN = '2.5.4.3';

/** A name of one relative name. */
const relative = (...values: readonly Uint8Array[]) => new Name(readWhole(sequence(der(TAG.set, ...values))));

describe('names', () => {
  for (const [one, other, type] of [
    ['AC Teste', 'ac teste', 'printable'],
    ['AC  Teste ', ' AC Teste', 'utf8'],
    ['AC Teste', 'AC\u00a0Teste', 'bmp'],
    ['AC Teste', 'AC\tTes\u00adte', 'bmp'],
    ['AÇÃO', 'ac\u0327a\u0303o', 'utf8'],
    ['Straße', 'STRASSE', 'ia5'],
    ['ΣΑΣ', 'σας', 'utf8'],
  ] as const) {
    it(`take “${one}” and “${other}” in ${type} for equal`, () => {
      assert.ok(sameName(name([CN, one]), name([CN, other, type])));
    });
  }

  it('tell others apart', () => {
    const plain = name([CN, 'AC Teste']);
    for (const other of [
      name([CN, 'ACTeste']),
      name(['2.5.4.10', 'AC Teste']),
      name(),
      name([CN, 'AC'], [CN, 'Teste']),
    ]) {
      assert.equal(sameName(plain, other), false);
    }
    // A text can't pass for a value that is no text, or for two attributes.
    const number = new Name(readWhole(sequence(attributeDer(CN, der(TAG.integer, Uint8Array.of(5))))));
    assert.equal(sameName(number, name([CN, '#020105'])), false);
    assert.equal(sameName(name([CN, 'a\t2.5.4.4=b']), name([CN, 'a'], ['2.5.4.4', 'b'])), false);
  });

  it('compare the attributes of one relative name in any order', () => {
    const [a, b] = ['A', 'B'].map((text, at) => sequence(oidDer(`2.5.4.${at + 3}`), stringDer('utf8', text)));
    assert.ok(a !== undefined && b !== undefined);
    assert.ok(sameName(relative(a, b), relative(b, a)));
  });

  it('are written so that no value reads as another attribute, and without control characters', () => {
    const odd = name([CN, 'MARIA, O=ACME'], [CN, 'A + B\\'], [CN, 'a\0b']);
    assert.equal(nameText(odd), String.raw`CN=MARIA\, O=ACME, CN=A \+ B\\, CN=a\00b`);
  });

  it('are displayed', () => {
    const full = name(['2.5.4.6', 'BR'], ['2.5.4.10', 'ICP-Brasil'], [CN, 'AC'], [CN, 'MARIA']);
    assert.equal(nameText(full), 'C=BR, O=ICP-Brasil, CN=AC, CN=MARIA');
    assert.equal(full.display, 'MARIA');
    assert.equal(name(['2.5.4.10', 'ICP-Brasil']).display, 'ICP-Brasil');
    assert.equal(name().display, '');
  });
});

const keyIdDer = (id: number) =>
  extensionDer(EXTENSION.subjectKeyId, der(TAG.octetString, Uint8Array.of(id)));

describe('a chain', () => {
  const root = commonName('RAIZ');
  const upper = made({
    subject: commonName('ac  teste', 'printable'),
    issuer: root,
    extensions: [authorityDer()],
  });
  const top = made({ subject: root, issuer: root, extensions: [authorityDer(), keyUsageDer(5, 6)] });

  it('goes on by names that are equal, whatever their case, white space and types', () => {
    const leaf = made({});
    const chain = chainOf(leaf, [top, upper]);
    assert.deepEqual(chain, [leaf, upper, top]);
    assert.equal(isComplete(chain), true);
  });

  it('does not go on by what may not issue certificates', () => {
    const subject = commonName('AC TESTE');
    const none: Certificate[] = [
      made({ subject, issuer: root }),
      made({ subject, issuer: root, extensions: [authorityDer(), keyUsageDer(0, 6)] }),
      made({
        subject,
        issuer: root,
        extensions: [authorityDer(), extensionDer(EXTENSION.keyUsage, Uint8Array.of(3))],
      }),
    ];
    assert.deepEqual(none.slice(0, 2).map(mayIssue), [false, false]);
    assert.equal(chainOf(made({}), [...none, top]).length, 1);
    assert.equal(isComplete(chainOf(made({}), none)), false);
  });

  it('takes the issuer with the key that is named', () => {
    const [older, newer] = [1, 2].map(id =>
      made({ subject: commonName('AC TESTE'), issuer: root, extensions: [authorityDer(), keyIdDer(id)] }),
    );
    const named = extensionDer(EXTENSION.authorityKeyId, sequence(der(0x80, Uint8Array.of(2))));
    const leaf = made({ extensions: [named] });
    assert.ok(older !== undefined && newer !== undefined);
    assert.deepEqual(chainOf(leaf, [older, newer]), [leaf, newer]);
  });
});

describe('whether a certificate is for signing documents', () => {
  const AT = new Date('2026-06-01T00:00:00Z');
  const CLIENT = '1.3.6.1.5.5.7.3.2';
  const SERVER = '1.3.6.1.5.5.7.3.1';
  const critical = extensionDer('1.2.3.4', Uint8Array.of(5, 0), true);
  const CASES: readonly (readonly [string, CertificateParts, ...string[]])[] = [
    ['nothing is limited', {}],
    ['the key is for digital signatures', { extensions: [keyUsageDer(0)] }],
    ['the key is for non-repudiation', { extensions: [keyUsageDer(1)] }],
    ['the key is for encipherment', { extensions: [keyUsageDer(2)] }, 'keyUsage'],
    ['it is for clients', { extensions: [purposesDer(SERVER, CLIENT)] }],
    ['it is for servers', { extensions: [purposesDer(SERVER)] }, 'purposes'],
    ['it is a CA’s', { extensions: [authorityDer(), keyUsageDer(0, 5)] }, 'authority'],
    [
      'it is a CA’s that may not sign certificates',
      { extensions: [authorityDer(), keyUsageDer(0)] },
      'authority',
    ],
    ['RSA has 1024 bits', { key: rsaKeyDer(1024) }, 'weakKey'],
    ['RSA has 8192 bits', { key: rsaKeyDer(8192) }],
    ['RSA has more', { key: rsaKeyDer(8200) }, 'unsupportedKey'],
    ['RSA is for PSS alone', { key: rsaKeyDer(2048, '1.2.840.113549.1.1.10') }, 'unsupportedKey'],
    ['the curve is P-256', { key: ecKeyDer('1.2.840.10045.3.1.7') }],
    ['the curve is P-384', { key: ecKeyDer('1.3.132.0.34') }],
    ['the curve is P-521', { key: ecKeyDer('1.3.132.0.35') }, 'unsupportedKey'],
    ['the curve is another', { key: ecKeyDer('1.3.132.0.10') }, 'unsupportedKey'],

    ['it has ended', { validity: ['250101000000Z', '260531235959Z'] }, 'expired'],
    ['it ends now', { validity: ['250101000000Z', '260601000000Z'] }],
    ['it begins now', { validity: ['260601000000Z', '270101000000Z'] }],
    ['it has not begun', { validity: ['260601000001Z', '270101000000Z'] }, 'notYetValid'],
    ['an extension is critical and unknown', { extensions: [critical] }, 'unknownExtension'],
    [
      'its key usage is malformed',
      { extensions: [extensionDer(EXTENSION.keyUsage, Uint8Array.of(1))] },
      'malformedExtension',
    ],
    [
      'its alternative names are malformed',
      { extensions: [extensionDer(EXTENSION.alternativeNames, Uint8Array.of(1))] },
      'holder',
    ],
  ];
  for (const [what, parts, ...faults] of CASES) {
    it(`says ${faults.join(', ') || 'yes'} where ${what}`, () => {
      assert.deepEqual(signingFaults(made(parts), AT), faults);
    });
  }
});
