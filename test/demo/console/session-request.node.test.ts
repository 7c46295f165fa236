import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sessionRequest } from '../../../demo/console/session-form/session-request.ts';

function filled(values: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
}

describe('the request that a filled form asks for', () => {
  it('puts values where their pointers say, in the types of the interface, and leaves empty ones out', async () => {
    const form = filled({
      '/signer/name': ' MARIA ',
      '/signer/cnpj': '',
      '/signer/otpChannelSelectable': 'true',
      '/policy/profile': 'CUSTOM',
      '/policy/customSteps': 'PURPOSE_DISCLOSURE, CLICK_ACCEPT',
      '/expiresInMinutes': '60',
      '/action/description': 'I agree.',
      sample: '4',
    });
    assert.deepEqual(await sessionRequest(form, 'action'), {
      signer: { name: 'MARIA', otpChannelSelectable: true },
      policy: { profile: 'CUSTOM', customSteps: ['PURPOSE_DISCLOSURE', 'CLICK_ACCEPT'] },
      expiresInMinutes: 60,
      action: { description: 'I agree.' },
    });
  });

  it('has no action where a document is signed, and says its purpose', async () => {
    const form = filled({ '/action/description': 'I agree.', '/locale': 'es' });
    assert.deepEqual(await sessionRequest(form, 'document'), { purpose: 'DOCUMENT_SIGNATURE', locale: 'es' });
  });

  it('hands on what is no number as it was typed: the service is to say what is wrong', async () => {
    const form = filled({ '/expiresInMinutes': 'soon' });
    assert.deepEqual(await sessionRequest(form, 'action'), { expiresInMinutes: 'soon' });
  });
});
