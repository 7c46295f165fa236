import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fieldAt } from '../../../demo/console/settings/fields.ts';
import { TEST_SIGNERS } from '../../../demo/console/settings/settings.ts';
import { TRIGGER_CPFS } from '../../../packages/local/src/biometrics.ts';
import { readCnpj, readCpf } from '../../../packages/service/src/domain/identifiers.ts';

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

  it('have every CPF by which the local checks decide', () => {
    const cpfs = TEST_SIGNERS.map(({ values: [, cpf] }) => cpf.replaceAll(/\D/g, ''));
    for (const cpf of Object.values(TRIGGER_CPFS))
      assert.equal(cpfs.filter(own => own === cpf).length, 1, cpf);
  });
});
