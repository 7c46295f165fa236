/** The tools are those of the interface: `UPDATE_GOLDEN=1` writes them anew after an intended change. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { toolsOf } from '../../../build/mcp-tools.ts';
import { assertGolden } from '../../../test/golden/assert-golden.ts';
import { openTestService, type TestService } from '../../service/test/support/test-service.ts';
import type { ServiceTool } from '../src/service-tool.ts';

let service: TestService;
let tools: readonly ServiceTool[];
before(async () => {
  service = await openTestService();
  tools = toolsOf((await service.call('/openapi.json')).body);
});
after(() => service.close());

const named = (name: string): ServiceTool => {
  const found = tools.find(tool => tool.name === name);
  assert.ok(found !== undefined, name);
  return found;
};

describe('the tools that are made of the OpenAPI document', () => {
  it('are those of tools.json', async () => {
    await assertGolden('../../packages/mcp/src/tools.json', `${JSON.stringify(tools, undefined, 1)}\n`);
  });

  it('have schemas that stand alone, without references', () => {
    assert.doesNotMatch(JSON.stringify(tools), /"\$ref"/);
  });

  it('say which of them only read, and which destroy', () => {
    const destructive = tools.filter(({ annotations }) => annotations.destructiveHint);
    assert.deepEqual(
      destructive.map(({ name }) => name),
      ['cancel_signing_session', 'delete_webhook'],
    );
    for (const { name, method, annotations } of tools)
      assert.equal(annotations.readOnlyHint, method === 'GET' || name === 'verify_document', name);
  });

  it('use the signer’s credential for the link alone', () => {
    const those = tools.filter(({ credential }) => credential === 'session').map(({ name }) => name);
    assert.deepEqual(those, ['get_signing_link']);
  });

  it('take a file where the interface takes a PDF in base64', () => {
    assert.deepEqual(named('create_signing_session').documents, ['document', 'documents']);
    assert.deepEqual(named('verify_document').documents, []);
    assert.equal(named('cancel_signing_session').documents, undefined);
  });
});
