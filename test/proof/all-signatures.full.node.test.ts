/** The whole matrix of files, keys and signers, which takes many minutes. */
import { after, before, describe, it } from 'node:test';
import { PROOF_FILES } from './proof-files.ts';
import { SignatureProof, skipProof } from './signature-proof.ts';

const SIGNERS = 6;

for (const key of ['RSA-2048', 'RSA-3072', 'P-256'] as const) {
  describe(`signatures of one to ${SIGNERS} signers with ${key} keys`, { skip: skipProof }, () => {
    let proof: SignatureProof;
    before(async () => {
      proof = await SignatureProof.open();
    });
    after(() => proof.close());
    for (const file of PROOF_FILES) {
      it(`hold on ${file.kind}`, () => proof.run(file, key, SIGNERS));
    }
  });
}
