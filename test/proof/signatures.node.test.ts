import { after, before, describe, it } from 'node:test';
import { PROOF_FILES } from './proof-files.ts';
import { SignatureProof, skipProof } from './signature-proof.ts';

/** Each kind of key, each kind of cross-reference table, and what others did to a file before. */
const SHORT_CUT = [
  ['a classic cross-reference table', 'RSA-3072', 2],
  ['a cross-reference stream alone', 'P-256', 2],
  ['object streams', 'RSA-2048', 3],
  ['a signature of somebody else', 'P-256', 2],
  ['a certification that allows forms and signatures', 'RSA-2048', 2],
] as const;

/** All of it, 18 kinds of files and six signers with each kind of key, is all-signatures.full.node.test.ts. */
describe('signatures of one signer after another', { skip: skipProof }, () => {
  let proof: SignatureProof;
  before(async () => {
    proof = await SignatureProof.open();
  });
  after(() => proof.close());

  for (const [kind, key, signers] of SHORT_CUT) {
    it(`hold on ${kind}, ${signers} with ${key} keys`, async () => {
      const file = PROOF_FILES.find(one => one.kind === kind);
      if (file === undefined) throw new Error(`There is no file with ${kind}.`);
      await proof.run(file, key, signers);
    });
  }
});
