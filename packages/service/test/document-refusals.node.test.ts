import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { onePagePdf } from '../../../test/support/small-pdf.ts';
import { signalInspectors, withoutProcesses } from './support/inspectors.ts';
import { openTestService, sessionRequest, type Answer, type TestService } from './support/test-service.ts';
import { pdfAsset } from './support/tools.ts';

let service: TestService;
let token: string;
before(async () => {
  service = await openTestService();
  token = await service.token();
});
after(() => service.close());

function create(file: Uint8Array): Promise<Answer> {
  const document = { content: Buffer.from(file).toString('base64'), filename: 'contrato.pdf' };
  return service.call('/v1/signing-sessions', { as: token, json: sessionRequest({ document }) });
}

describe('a document that is refused', () => {
  test('is told how to go on where it is protected, also if it opens without a password', async () => {
    const { status, body } = await create(readFileSync(pdfAsset('own/enc-aes256-owner-only.pdf')));
    assert.equal(status, 400);
    assert.match(
      body.detail,
      /is protected, even if it opens without a password\. Save it without protection/,
    );
    assert.deepEqual(body.errors, [{ pointer: '/document/content', detail: body.detail }]);
  });

  test('is refused again without being looked into', { skip: withoutProcesses }, async () => {
    const file = onePagePdf('Contrato').slice(0, -60);
    const first = await create(file);
    assert.equal(first.status, 400);
    signalInspectors('SIGSTOP');
    try {
      const second = await create(file);
      assert.deepEqual([second.status, second.body.detail], [400, first.body.detail]);
      assert.deepEqual(second.body.errors, first.body.errors);
    } finally {
      signalInspectors('SIGCONT');
    }
    assert.equal((await create(onePagePdf('Contrato'))).status, 201);
  });
});
