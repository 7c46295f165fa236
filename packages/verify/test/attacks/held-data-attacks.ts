import { appendSecurityStore } from '../../../service/src/pdf/security-store.ts';
import { addDays } from '../../../service/src/pki/issue-certificate.ts';
import {
  MARIA,
  openHolderAuthority,
  type HolderAuthority,
  type KeyHolder,
} from '../../../service/test/support/certificate-holders.ts';
import { craftedList } from '../../../service/test/support/crafted-lists.ts';
import { readCertificatePem } from '@sign-session/certificates';
import { START } from '../../../service/test/support/test-service.ts';
import { contractPdf } from './contract.ts';
import { documentTimestamp } from './document-timestamp-attacks.ts';
import { signRaw, type Bytes } from './raw-signature.ts';
import { castOf, expired, timestampToken, TSA } from './timestamp-attacks.ts';
import { indeterminate, permitted, type Family, type Signers } from './verification.ts';

/** `castOf`'s expired certificate ended ten days before the start. */
const THEN = addDays(START, -20);
/** In force at that time, and made after it. */
const OF_THEN = [-21, -13] as const;
const SINCE_THEN = [-15, -8] as const;

/** Appends a document security store with a list of the authority. @param validity days from the test's start */
async function withList(
  file: Bytes,
  authority: HolderAuthority,
  validity: readonly [number, number],
  serialNumbers: readonly string[] = [],
): Promise<Bytes> {
  const list = craftedList(authority, { validity, serialNumbers });
  const data = { contents: new Uint8Array(1), certificates: [], lists: [list], responses: [] };
  return new Uint8Array(await appendSecurityStore(file, [data]));
}

/** A signature by an expired certificate, with a timestamp from when it was valid. */
const stampedThen = (signers: Signers): Promise<Bytes> =>
  expired((value, { tsa }) => timestampToken(value, tsa, { at: THEN }))(signers);

/** Nobody can be asked about its certificate. */
async function unheardOf({ authority }: Signers): Promise<KeyHolder> {
  return authority.issue({ ...MARIA, key: 'P-256', listAddress: 'http://crl.example.com/lost.crl' });
}

/** ETSI EN 319 142-1, 5.4: what a document carries to be validated by, and EN 319 102-1, 5.6.2, what it proves. */
export const HELD_DATA: Family = {
  family: 'lists in the file',
  cases: [
    permitted('one that holds now lets a signature pass', async s =>
      withList(signRaw(contractPdf(), await unheardOf(s)), s.authority, [-1, 7]),
    ),
    permitted('one made after a timestamp lets a signature pass whose certificate is over', async s =>
      withList(await stampedThen(s), s.authority, SINCE_THEN),
    ),
    permitted(
      'one under a document timestamp lets a signature pass whose certificate is over',
      async s => {
        const { expired: signer, tsa } = await castOf(s);
        const file = await withList(signRaw(contractPdf(), signer), s.authority, OF_THEN);
        return documentTimestamp(tsa, { at: THEN }, file);
      },
      2,
    ),
    permitted(
      'one under a document timestamp lets a timestamp count whose authority’s certificate is over',
      async s => {
        const { tsa } = await castOf(s);
        const other = await s.authority.issue({ ...TSA, validity: [-300, -1] });
        const file = await expired(value => timestampToken(value, other, { at: THEN }))(s);
        return documentTimestamp(tsa, { at: THEN }, await withList(file, s.authority, OF_THEN));
      },
      2,
    ),
    indeterminate(
      'one of then without a document timestamp proves nothing',
      'OUT_OF_BOUNDS_NO_POE',
      async s => withList(await stampedThen(s), s.authority, OF_THEN),
    ),
    indeterminate(
      'one added behind the document timestamp is not proven',
      'OUT_OF_BOUNDS_NO_POE',
      async s => {
        const { expired: signer, tsa } = await castOf(s);
        const file = documentTimestamp(tsa, { at: THEN }, signRaw(contractPdf(), signer));
        return withList(file, s.authority, OF_THEN);
      },
    ),
    indeterminate('one that is over proves nothing without any timestamp', 'TRY_LATER', async s =>
      withList(signRaw(contractPdf(), await unheardOf(s)), s.authority, OF_THEN),
    ),
    indeterminate('one by another authority of the same name', 'TRY_LATER', async s =>
      withList(signRaw(contractPdf(), await unheardOf(s)), await openHolderAuthority(), [-1, 7]),
    ),
    indeterminate('one that names the certificate', 'REVOKED_NO_POE', async s => {
      const holder = await unheardOf(s);
      const [own = ''] = holder.pems;
      const file = signRaw(contractPdf(), holder);
      return withList(file, s.authority, [-1, 7], [readCertificatePem(own).serialNumber]);
    }),
    {
      ...indeterminate('one that does not know of a revocation yet', 'REVOKED_NO_POE', async s => {
        const { revoked } = await castOf(s);
        return withList(signRaw(contractPdf(), revoked), s.authority, [-1, 7]);
      }),
      isListed: true,
    },
    indeterminate('a timestamp that is later than the document’s', 'TIMESTAMP_ORDER_FAILURE', async s => {
      const { tsa } = await castOf(s);
      return documentTimestamp(tsa, { at: THEN }, documentTimestamp(tsa, { at: addDays(START, -5) }));
    }),
  ],
};
