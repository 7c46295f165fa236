import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { timestampAttribute } from '../../src/cms/signed-data.ts';
import type { SignatureReport } from '../../../verify/src/signatures/signature-report.ts';
import { verifySignatures } from '../../../verify/src/signatures/verify-signatures.ts';
import { onePagePdf } from '../../../../test/support/small-pdf.ts';
import {
  MARIA,
  openHolderAuthority,
  type Holder,
  type HolderAuthority,
} from '../support/certificate-holders.ts';
import { OpensslTimestamps } from '../support/openssl-timestamps.ts';
import { signPdf } from '../support/signed-pdf.ts';
import { craftedList } from '../support/crafted-lists.ts';
import { START } from '../support/test-service.ts';
import { withoutTools } from '../support/tools.ts';

/** OpenSSL uses the machine's clock, which may be years before the tests' start. */
const LONG = { ...MARIA, validity: [-400, 2900] } as const;

describe('timestamps on signatures', { skip: withoutTools('openssl') }, () => {
  let timestamps: OpensslTimestamps;
  let authority: HolderAuthority;

  before(async () => {
    timestamps = new OpensslTimestamps();
    authority = await openHolderAuthority();
  });
  after(() => timestamps.remove());

  function stamped(holder: Holder, stamp = (signature: Uint8Array) => timestamps.stamp(signature)) {
    const unsigned = (signature: Uint8Array) => [timestampAttribute(stamp(signature))];
    return signPdf(onePagePdf('Contrato'), holder, { at: START, unsigned });
  }

  async function report(file: Uint8Array, roots = [timestamps.root]): Promise<SignatureReport> {
    const { roots: holders } = authority.trust;
    const lists = { find: async () => craftedList(authority, { validity: [-3000, 3000] }) };
    const trust = { lists, roots: async () => [...(await holders()), ...roots] };
    const signal = AbortSignal.timeout(60_000);
    const [found] = await verifySignatures(file, { trust, now: new Date(), signal });
    assert.ok(found);
    return found;
  }

  it('are verified like the signature itself, and say when it was there', async () => {
    const started = Date.now();
    const { timestamp, indication } = await report(await stamped(await authority.issue(LONG)));
    assert.equal(indication, 'TOTAL-PASSED');
    assert.ok(timestamp !== undefined && timestamp.valid && timestamp.trusted);
    assert.equal(timestamp.authority, 'tsa');
    assert.ok(Math.abs(timestamp.time.getTime() - started) < 120_000);
  });

  it('prove nothing if their authority is not trusted', async () => {
    const { timestamp } = await report(await stamped(await authority.issue(LONG)), []);
    assert.deepEqual([timestamp?.valid, timestamp?.trusted], [true, false]);
  });
});
