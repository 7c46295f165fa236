import { addDays } from '../../../service/src/pki/issue-certificate.ts';
import type { KeyHolder } from '../../../service/test/support/certificate-holders.ts';
import { START } from '../../../service/test/support/test-service.ts';
import { contractPdf } from './contract.ts';
import { signRaw, type Bytes } from './raw-signature.ts';
import {
  BEFORE_REVOCATION,
  castOf,
  expired,
  timestampToken,
  TSA,
  type TokenOptions,
} from './timestamp-attacks.ts';
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
    permitted(
      'a document timestamp before the certificate’s end lets a signature pass',
      async s => {
        const { expired: signer, tsa } = await castOf(s);
        return documentTimestamp(tsa, { at: addDays(START, -20) }, signRaw(contractPdf(), signer));
      },
      2,
    ),
    permitted(
      'a document timestamp proves one whose authority’s certificate has ended since',
      async s => {
        const other = await s.authority.issue({ ...TSA, validity: [-300, -1] });
        const file = await expired(value => timestampToken(value, other, { at: addDays(START, -20) }))(s);
        return documentTimestamp((await castOf(s)).tsa, { at: BEFORE_REVOCATION }, file);
      },
      2,
    ),
    indeterminate('a document timestamp by an authority that is revoked', 'OUT_OF_BOUNDS_NO_POE', async s => {
      const other = await s.authority.issue(TSA);
      s.authority.revoke(other);
      const { expired: signer } = await castOf(s);
      return documentTimestamp(other, { at: addDays(START, -20) }, signRaw(contractPdf(), signer));
    }),
  ],
};

function documentTimestamp(
  authority: KeyHolder,
  options: TokenOptions = { at: START },
  file: Bytes = contractPdf(),
): Bytes {
  return signRaw(file, authority, {
    subFilter: 'ETSI.RFC3161',
    cms: signed => timestampToken(signed, authority, options),
  });
}
