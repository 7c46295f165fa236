import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  ATTRIBUTE,
  CONSTRUCTED,
  context,
  der,
  EXTENSION,
  OTHER_NAME,
  oidDer,
  readCertificate,
  readHolder,
  readPolicy,
  TAG,
} from '../src/index.ts';
import { attributeDer, certificateDer, extensionDer, otherNameDer, sequence, stringDer } from './builders.ts';
import {
  alternativeNamesExtension,
  CNPJ,
  CPF,
  HOLDER_CASES,
  personData,
  subjectDer,
  type HolderCase,
} from './cases.ts';

const holderOf = (holderCase: HolderCase) =>
  readHolder(
    readCertificate(
      certificateDer({ subject: subjectDer(holderCase), extensions: alternativeNamesExtension(holderCase) }),
    ),
  );

describe('who holds a certificate', () => {
  for (const holderCase of HOLDER_CASES) {
    it(`with ${holderCase.name}`, () => {
      const { expected } = holderCase;
      const { cpf, cnpj, numberFrom, fault, name, kind } = holderOf(holderCase);
      const empty = { cpf: undefined, cnpj: undefined, from: undefined, fault: undefined };
      const found = { cpf, cnpj, from: numberFrom, fault };
      if ('refused' in expected) {
        const { refused: code, oid } = expected;
        assert.deepEqual(found, { ...empty, fault: { code, oid } });
      } else {
        const { name: expectedName, ...number } = expected;
        assert.deepEqual(found, 'nobody' in number ? empty : { ...empty, ...number });
        assert.equal(kind, 'cpf' in number ? 'person' : 'cnpj' in number ? 'company' : 'unknown');
        assert.equal(name, expectedName ?? name);
      }
    });
  }

  it('finds who answers for a company', () => {
    const { responsible } = holderOf({
      name: '',
      commonName: 'EMPRESA',
      otherNames: [
        [OTHER_NAME.cnpj, CNPJ],
        [OTHER_NAME.responsibleName, ' MARIA '],
        [OTHER_NAME.responsibleData, personData(CPF)],
      ],
      expected: { nobody: true },
    });
    assert.deepEqual(responsible, { name: 'MARIA', cpf: CPF });
  });

  for (const [what, name] of Object.entries({
    'an empty value': der(context(0), oidDer(OTHER_NAME.personData), der(context(0))),
    'no type': der(context(0), der(context(0), stringDer('utf8', personData(CPF)))),
    nothing: der(context(0)),
  })) {
    it(`does without a name with ${what}`, () => {
      const company = otherNameDer(OTHER_NAME.cnpj, stringDer('printable', CNPJ));
      const extensions = [extensionDer(EXTENSION.alternativeNames, sequence(name, company))];
      const { cpf, cnpj, fault } = readHolder(readCertificate(certificateDer({ extensions })));
      assert.deepEqual([cpf, cnpj, fault], [undefined, CNPJ, undefined]);
    });
  }

  it('does without a common name that can’t be read', () => {
    const [holderCase] = HOLDER_CASES;
    assert.ok(holderCase !== undefined);
    const segments = der(TAG.utf8String | CONSTRUCTED, der(TAG.integer, Uint8Array.of(1)));
    const subject = sequence(attributeDer(ATTRIBUTE.commonName, segments));
    const extensions = alternativeNamesExtension(holderCase);
    const { name, cpf, fault } = readHolder(readCertificate(certificateDer({ subject, extensions })));
    assert.deepEqual([name, cpf, fault], ['', CPF, undefined]);
  });

  it('refuses two alternative names extensions', () => {
    const [holderCase] = HOLDER_CASES;
    assert.ok(holderCase !== undefined);
    const extensions = [...alternativeNamesExtension(holderCase), ...alternativeNamesExtension(holderCase)];
    const { fault } = readHolder(readCertificate(certificateDer({ extensions })));
    assert.deepEqual(fault, { code: 'malformed-names', oid: EXTENSION.alternativeNames });
  });
});

const policyOf = (...policies: readonly string[]) => {
  const value = sequence(...policies.map(policy => sequence(oidDer(policy))));
  return readPolicy(
    readCertificate(certificateDer({ extensions: [extensionDer(EXTENSION.policies, value)] })),
  );
};

describe('the policy of a certificate', () => {
  it('is the first of ICP-Brasil', () => {
    assert.deepEqual(policyOf('2.5.29.32.0', '2.16.76.1.2.3.12'), { oid: '2.16.76.1.2.3.12', type: 'A3' });
    assert.deepEqual(policyOf('2.16.76.1.2.104.1')?.type, 'S4');
  });

  it('is none in other arcs', () => {
    assert.equal(policyOf('2.16.76.1.2.1'), undefined);
    assert.equal(policyOf('2.16.76.1.2.5.1'), undefined);
    assert.equal(policyOf('2.16.76.1.21.1.1'), undefined);
  });
});
