import {
  MARIA,
  openHolderAuthority,
  type KeyHolder,
} from '../../../service/test/support/certificate-holders.ts';
import { derOf } from '../../../service/test/support/signed-pdf.ts';
import { cmsOver, tbsParts } from './cms.ts';
import { contractPdf } from './contract.ts';
import { children, NULL, sequence, set, tlv } from './der.ts';
import { signRaw } from './raw-signature.ts';
import { indeterminate, permitted, refused, type Family } from './verification.ts';

/** Keys on curves are made faster. */
const PERSON = { ...MARIA, key: 'P-256' } as const;

/** A name whose texts have another case, white space and string type: the same by RFC 5280, 7.1. */
function otherSpelling(name: Uint8Array): Uint8Array {
  return sequence(
    ...children(name).map(relative =>
      set(
        ...children(relative).map(pair => {
          const [type = NULL, value = NULL] = children(pair);
          const text = Buffer.from(value.subarray(2)).toString('latin1');
          const other = ` ${text.toUpperCase().replaceAll(' ', '  ')}`;
          return sequence(
            type,
            text.length === 2 ? value : tlv(value[0] === 0x0c ? 0x13 : 0x0c, Buffer.from(other)),
          );
        }),
      ),
    ),
  );
}

const leafOf = ({ pems: [pem = ''] }: KeyHolder): Uint8Array => derOf(pem);

export const CERTIFICATES: Family = {
  family: 'certificates that nobody should trust',
  cases: [
    permitted('a trusted one is permitted', s => signRaw(contractPdf(), s.maria)),
    permitted('a signer identified by another spelling of the issuer’s name is permitted (finding 14)', s => {
      const [, number = NULL, , issuer = NULL] = tbsParts(leafOf(s.maria));
      const signerId = sequence(otherSpelling(issuer), number);
      return signRaw(contractPdf(), s.maria, { cms: signed => cmsOver(signed, s.maria, { signerId }) });
    }),
    indeterminate(
      'one under a root of the same name with another key',
      'NO_CERTIFICATE_CHAIN_FOUND',
      async () => {
        const other = await openHolderAuthority();
        return signRaw(contractPdf(), await other.issue(PERSON));
      },
    ),
    refused('one whose authority is another signer’s certificate', async s => {
      const certificates = [leafOf(s.maria), leafOf(s.joao)];
      return signRaw(contractPdf(), s.maria, { cms: signed => cmsOver(signed, s.maria, { certificates }) });
    }),
    indeterminate('one for servers', 'SIG_CONSTRAINTS_FAILURE', async s =>
      signRaw(contractPdf(), await s.authority.issue({ ...PERSON, purposes: ['1.3.6.1.5.5.7.3.1'] })),
    ),
    indeterminate('one for timestamps', 'SIG_CONSTRAINTS_FAILURE', async s =>
      signRaw(contractPdf(), await s.authority.issue({ ...PERSON, purposes: ['1.3.6.1.5.5.7.3.8'] })),
    ),
    indeterminate('one that has ended', 'OUT_OF_BOUNDS_NO_POE', async s =>
      signRaw(contractPdf(), await s.authority.issue({ ...PERSON, validity: [-30, -1] })),
    ),
    refused('one that has not begun', async s =>
      signRaw(contractPdf(), await s.authority.issue({ ...PERSON, validity: [1, 30] })),
    ),
    indeterminate('one that is revoked', 'REVOKED_NO_POE', async s => {
      const holder = await s.authority.issue(PERSON);
      s.authority.revoke(holder);
      return signRaw(contractPdf(), holder);
    }),
  ],
};
