import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { verifyReceipt } from '../../src/server/verify-receipt.ts';
import { createFakeSession, type FakeSession } from '../../packages/testing/src/index.ts';
import { serveFakeSession } from '../../packages/testing/src/node.ts';

const accept = (session: FakeSession) =>
  session.act({ action: 'accept', acceptedDocumentHash: session.state.document?.hash });

function expectationsOf(session: FakeSession) {
  const { baseUrl: issuer, tenantId, transactionId } = session;
  return { issuer, tenantId, transactionId, state: 'order-7' };
}

describe('the receipt of a fake session', () => {
  it('says how the session ended, and stands against what a server expects', async () => {
    const session = createFakeSession({ state: 'order-7' });
    assert.equal(session.state.receipt, undefined);
    const { hash } = session.state.document ?? {};
    assert.equal(accept(session), undefined);
    const { receipt = '', evidenceId } = session.state;
    assert.equal(session.state.receipt, receipt, 'there is one');
    const keys = session.receiptKeys;
    const said = await verifyReceipt(receipt, { ...expectationsOf(session), keys });
    assert.equal(said.outcome, 'completed');
    assert.deepEqual(said.steps, ['CLICK_ACCEPT']);
    assert.deepEqual([said.evidenceId, said.documentHash, said.signedHash], [evidenceId, hash, hash]);
    const other = { ...expectationsOf(session), keys, state: 'order-8' };
    await assert.rejects(verifyReceipt(receipt, other), { code: 'other-state' });
  });

  it('is verified as docs/testing.md shows', async () => {
    const session = createFakeSession({ state: 'order-7' });
    accept(session);
    const { baseUrl: issuer, tenantId, transactionId, receiptKeys: keys } = session;
    const receipt = await verifyReceipt(session.state.receipt ?? '', {
      issuer,
      tenantId,
      transactionId,
      state: 'order-7',
      keys,
    });
    assert.equal(receipt.state, 'order-7');
  });

  it('of a session that was declined says so', async () => {
    const session = createFakeSession({ state: 'order-7', outcome: 'declined' });
    const { receipt = '' } = session.state;
    const expected = { ...expectationsOf(session), keys: session.receiptKeys };
    await assert.rejects(verifyReceipt(receipt, expected), { code: 'other-outcome' });
    assert.equal((await verifyReceipt(receipt, { ...expected, outcome: 'declined' })).outcome, 'declined');
  });

  it('is verified by a server that reads the keys of the session’s address', async () => {
    const served = await serveFakeSession({ state: 'order-7' });
    const { session } = served;
    try {
      accept(session);
      assert.equal(served.keyReads, 0, 'nobody has verified it yet');
      const { outcome } = await verifyReceipt(session.state.receipt ?? '', expectationsOf(session));
      assert.equal(served.keyReads, 1);
      assert.equal(outcome, 'completed');
    } finally {
      await served.close();
    }
  });
});
