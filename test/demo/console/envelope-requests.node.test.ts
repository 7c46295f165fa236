import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { envelopeRequests } from '../../../demo/console/created-sessions.ts';
import { readCpf } from '../../../packages/service/src/domain/identifiers.ts';

const request = {
  purpose: 'DOCUMENT_SIGNATURE',
  signingMode: 'SEQUENTIAL',
  totalSigners: 4,
  locale: 'es',
  returnUrl: 'https://shop.example/done',
  document: { content: 'JVBERi0=', filename: 'a.pdf' },
  signer: { name: 'PADARIA', cnpj: '11222333000181', otpChannel: 'sms' },
  policy: { profile: 'CLICK_PLUS_OTP' },
};

describe('the requests for an envelope', () => {
  it('give the envelope what is the document’s, and its signers what is theirs', () => {
    const { envelope, members } = envelopeRequests(request);
    const { purpose, signer, policy, ...rest } = request;
    assert.deepEqual(envelope, rest);
    assert.deepEqual(
      members.map(({ body }) => [body['signerIndex'], body['purpose'], body['policy']]),
      [1, 2, 3, 4].map(index => [index, purpose, policy]),
    );
    assert.deepEqual(members[0]?.signer, { ...signer, userExternalId: 'console-1' });
  });

  it('have every other signer sign for themselves, with a CPF of their own', () => {
    const others = envelopeRequests(request).members.slice(1);
    const cpfs = others.map(({ signer }) => JSON.stringify(signer['cpf']).replaceAll(/\D/g, ''));
    assert.equal(new Set(cpfs).size, 3);
    for (const cpf of cpfs) assert.equal(readCpf(cpf), cpf);
    for (const { signer } of others)
      assert.deepEqual([signer['cnpj'], signer['otpChannel']], [undefined, 'sms']);
  });

  it('leave it to the service to refuse what was not filled in', () => {
    assert.deepEqual(envelopeRequests({ signingMode: 'PARALLEL' }).envelope, { signingMode: 'PARALLEL' });
  });
});
