import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TEST_SIGNERS, fieldAt } from '../../../demo/console/session-form/fields.ts';
import { readCnpj } from '../../../demo/service/src/identifiers/cnpj.ts';
import { readCpf } from '../../../demo/service/src/identifiers/cpf.ts';

describe('the field that a problem is about', () => {
  it('is the very one', () => {
    assert.equal(fieldAt('/signer/cpf'), '/signer/cpf');
  });

  it('is the first in the group that is named', () => {
    assert.equal(fieldAt('/signer'), '/signer/name');
  });

  it('is the one that stands for the whole', () => {
    assert.equal(fieldAt('/document/content'), '/document');
  });

  it('is none for what the form does not ask', () => {
    assert.equal(fieldAt('/metadata/x'), undefined);
    assert.equal(fieldAt(''), undefined);
  });
});

describe('the test signers', () => {
  for (const { label, values } of TEST_SIGNERS) {
    const refused = label.startsWith('Refused');
    it(`${refused ? 'has no' : 'has a'} valid CPF or CNPJ: ${label}`, () => {
      const [, cpf, cnpj] = values;
      const valid = cpf === '' ? readCnpj(cnpj) : readCpf(cpf);
      assert.equal(valid === undefined, refused);
    });
  }
});
