import { attribute, cmsOver, hashed, OID } from './cms.ts';
import { contractPdf } from './contract.ts';
import { algorithm, octets, oid, sequence, set, tlv } from './der.ts';
import { appended, filledIn, unsigned, type Bytes } from './raw-signature.ts';
import type { Holder } from '../../../service/test/support/certificate-holders.ts';

const SIGNATURE_POLICY = '1.2.840.113549.1.9.16.2.15';
const POLICY_ADDRESS = '1.2.840.113549.1.9.16.5.1';
const POLICY = '2.16.76.1.7.1.11.1.3';

/** A signature policy (RFC 5126, 5.8.1) with this for its address. */
export const policyWith = (address: Uint8Array, { id = POLICY, kind = POLICY_ADDRESS } = {}): Uint8Array =>
  attribute(
    SIGNATURE_POLICY,
    sequence(
      oid(id),
      sequence(algorithm(OID.sha256), octets(hashed('sha256', Buffer.from('policy')))),
      sequence(sequence(oid(kind), tlv(0x16, address))),
    ),
  );

/**
 * A contract that stands in the last of some signed attributes. Whoever signs these has signed the contract, by a
 * signature without attributes.
 *
 * @param honest the other attributes
 * @param signed learns what is signed
 */
export function smuggledContract(
  honest: readonly Uint8Array[],
  holder: Holder,
  signed?: (attributes: Bytes) => void,
): Bytes {
  const digits = 12_000;
  const contract = unsigned(contractPdf(), { subFilter: 'adbe.pkcs7.detached', digits });
  const length = contract.length - digits - '<>'.length;
  const attributes = set(...honest, policyWith(new Uint8Array(length)));
  const file = appended(attributes.subarray(0, -length), Buffer.from(contract).toString('latin1'));
  return filledIn(file, holder, {
    digits,
    cms: content => {
      signed?.(new Uint8Array(content));
      return cmsOver(content, holder, { attributes: () => undefined });
    },
  });
}
