import assert from 'node:assert/strict';
import { createPrivateKey, sign } from 'node:crypto';
import { it } from 'node:test';
import { openPkcs12 } from '../../../src/certificate/pkcs12/open-pkcs12.ts';
import { openTestService, PUBLIC_URL } from '../../service/test/support/test-service.ts';
import { CERTIFICATES } from './attacks/certificate-attacks.ts';
import { contractPdf } from './attacks/contract.ts';
import { signRaw } from './attacks/raw-signature.ts';
import { DOCUMENT_TIMESTAMPS } from './attacks/document-timestamp-attacks.ts';
import { HELD_DATA } from './attacks/held-data-attacks.ts';
import { TIMESTAMPS } from './attacks/timestamp-attacks.ts';
import { TOKENS } from './attacks/token-attacks.ts';
import { assertExpected, verdictsOn, verifyAll } from './attacks/verification.ts';
import { PASSWORD } from '../../../test/support/certificate-files.ts';

verifyAll('certificates and timestamps', [CERTIFICATES, TIMESTAMPS, TOKENS, DOCUMENT_TIMESTAMPS, HELD_DATA]);

it('a root of the sandbox is trusted in the sandbox, and not in production over the same data', async () => {
  const sandbox = await openTestService();
  try {
    const response = await sandbox.fetch(new Request(`${PUBLIC_URL}/_local/certificates/good.p12`));
    const opened = await openPkcs12(new Uint8Array(await response.arrayBuffer()), PASSWORD);
    const [key] = opened.keys;
    assert.ok(key !== undefined);
    const pems = opened.certificates.map(
      ({ certificate }) =>
        `-----BEGIN CERTIFICATE-----\n${Buffer.from(certificate.der).toString('base64')}\n-----END CERTIFICATE-----\n`,
    );
    const privateKey = createPrivateKey({ key: Buffer.from(key.pkcs8), format: 'der', type: 'pkcs8' });
    const file = signRaw(contractPdf(), {
      pems,
      sign: data => sign('sha256', data, privateKey).toString('base64'),
    });
    assertExpected(await verdictsOn(sandbox, file), { expected: 'passed' });
    const production = await sandbox.restart({ local: undefined });
    assertExpected(await verdictsOn(production, file), {
      expected: ['INDETERMINATE', 'NO_CERTIFICATE_CHAIN_FOUND'],
    });
  } finally {
    await sandbox.close();
  }
});
