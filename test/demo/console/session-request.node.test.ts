import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sessionRequest } from '../../../demo/console/settings/session-request.ts';
import {
  DEFAULT_SETTINGS,
  OWN_SIGNER,
  withTestSigner,
  withValue,
  type Settings,
} from '../../../demo/console/settings/settings.ts';

function chosen(subject: Settings['subject'], values: Readonly<Record<string, string>>): Settings {
  return { subject, sample: 'file', testSigner: OWN_SIGNER, values };
}

describe('the request that settings ask for', () => {
  it('puts values where their pointers say, in the types of the interface, and leaves empty ones out', () => {
    const settings = chosen('action', {
      '/signer/name': ' MARIA ',
      '/signer/cnpj': '',
      '/signer/otpChannelSelectable': 'true',
      '/policy/profile': 'CUSTOM',
      '/policy/customSteps': 'PURPOSE_DISCLOSURE, CLICK_ACCEPT',
      '/expiresInMinutes': '60',
      '/action/description': 'I agree.',
    });
    assert.deepEqual(sessionRequest(settings), {
      signer: { name: 'MARIA', otpChannelSelectable: true },
      policy: { profile: 'CUSTOM', customSteps: ['PURPOSE_DISCLOSURE', 'CLICK_ACCEPT'] },
      expiresInMinutes: 60,
      action: { description: 'I agree.' },
    });
  });

  it('has no action where a document is signed, no steps of another policy, and says its purpose', () => {
    const settings = chosen('document', {
      '/action/description': 'I agree.',
      '/locale': 'es',
      '/policy/profile': 'CLICK_ONLY',
      '/policy/customSteps': 'CLICK_ACCEPT',
    });
    assert.deepEqual(sessionRequest(settings), {
      purpose: 'DOCUMENT_SIGNATURE',
      locale: 'es',
      policy: { profile: 'CLICK_ONLY' },
    });
  });

  it('hands on what is no number as it was typed: the service is to say what is wrong', () => {
    const settings = chosen('action', { '/expiresInMinutes': 'soon' });
    assert.deepEqual(sessionRequest(settings), { expiresInMinutes: 'soon' });
  });

  it('takes the document from a file, or writes the sample that is named', () => {
    const own = { filename: 'own.pdf', bytes: new TextEncoder().encode('%PDF-1.7 é') };
    assert.deepEqual(sessionRequest(chosen('document', {}), own)['document'], {
      filename: 'own.pdf',
      content: Buffer.from(own.bytes).toString('base64'),
    });
    const sample = sessionRequest(DEFAULT_SETTINGS)['document'];
    const { content } = Object(sample);
    assert.match(Buffer.from(String(content), 'base64').toString('latin1'), /^%PDF-1\.7\n[^]*%%EOF\n$/);
  });
});

describe('the signer of the settings', () => {
  it('is a test signer until somebody types, and then somebody’s own', () => {
    const company = withTestSigner(DEFAULT_SETTINGS, 'company');
    assert.equal(company.values['/signer/cnpj'], '11.222.333/0001-81');
    assert.equal(company.values['/signer/cpf'], '');
    assert.equal(withValue(company, '/signer/name', 'X').testSigner, OWN_SIGNER);
    assert.equal(withValue(company, '/locale', 'en').testSigner, 'company');
    assert.equal(withTestSigner(DEFAULT_SETTINGS, 'nobody'), DEFAULT_SETTINGS);
  });
});
