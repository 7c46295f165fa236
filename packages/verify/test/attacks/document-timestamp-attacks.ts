import { addDays } from '../../../service/src/pki/issue-certificate.ts';
import type { KeyHolder } from '../../../service/test/support/certificate-holders.ts';
import { START } from '../../../service/test/support/test-service.ts';
import { contractPdf } from './contract.ts';
import { signRaw, type Bytes } from './raw-signature.ts';
import { castOf, timestampToken, TSA, type TokenOptions } from './timestamp-attacks.ts';
import { indeterminate, permitted, refused, type Family } from './verification.ts';

/** EN 319 102-1, 5.6: a timestamp of the document proves that what it covers was there. */
export const DOCUMENT_TIMESTAMPS: Family = {
  family: 'timestamps of the document',
  cases: [
    permitted('a document timestamp passes', async s => documentTimestamp((await castOf(s)).tsa)),
    refused('a document timestamp by a signer', s => documentTimestamp(s.joao)),
    refused('a document timestamp of other bytes', async s => {
      const { tsa } = await castOf(s);
      return signRaw(contractPdf(), tsa, {
        subFilter: 'ETSI.RFC3161',
        cms: () => timestampToken(new Uint8Array(9), tsa),
      });
    }),
    refused('a document timestamp of a time that is yet to come', async s =>
      documentTimestamp((await castOf(s)).tsa, { at: addDays(START, 1) }),
    ),
    indeterminate('a document timestamp by an authority that is revoked', 'OUT_OF_BOUNDS_NO_POE', async s => {
      const other = await s.authority.issue(TSA);
      s.authority.revoke(other);
      const { expired: signer } = await castOf(s);
      return documentTimestamp(other, { at: addDays(START, -20) }, signRaw(contractPdf(), signer));
    }),
  ],
};

export function documentTimestamp(
  authority: KeyHolder,
  options: TokenOptions = { at: START },
  file: Bytes = contractPdf(),
): Bytes {
  return signRaw(file, authority, {
    subFilter: 'ETSI.RFC3161',
    cms: signed => timestampToken(signed, authority, options),
  });
}
