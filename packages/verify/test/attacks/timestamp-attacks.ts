import { addDays } from '../../../service/src/pki/issue-certificate.ts';
import {
  MARIA,
  type HolderOptions,
  type KeyHolder,
} from '../../../service/test/support/certificate-holders.ts';
import { derOf } from '../../../service/test/support/signed-pdf.ts';
import { START } from '../../../service/test/support/test-service.ts';
import { attribute, cmsOver, hashed, OID, type CmsOptions, type Hash } from './cms.ts';
import { contractPdf } from './contract.ts';
import { algorithm, octets, oid, sequence, small, tlv } from './der.ts';
import { signRaw, type Bytes } from './raw-signature.ts';
import { indeterminate, permitted, type Family, type Signers } from './verification.ts';

const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const SERVER = '1.3.6.1.5.5.7.3.1';
/** The authority of `openHolderAuthority` revokes from two days before the start on. */
const BEFORE_REVOCATION = addDays(START, -5);
const AFTER_REVOCATION = addDays(START, -1);

export interface TokenOptions extends CmsOptions {
  readonly at?: Date;
  readonly imprint?: Hash;
  readonly version?: number;
  /** What follows the time: accuracy, extensions and more. */
  readonly rest?: readonly Uint8Array[];
}

/** A timestamp token (RFC 3161, 2.4.2) in DER. */
export function timestampToken(
  stamped: Uint8Array,
  authority: KeyHolder,
  options: TokenOptions = {},
): Uint8Array<ArrayBuffer> {
  const { at = BEFORE_REVOCATION, imprint = { oid: OID.sha256, name: 'sha256' }, ...others } = options;
  const { version = 1, rest = [], ...cms } = others;
  const time = at.toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  const info = sequence(
    small(version),
    oid('1.2.3.4'),
    sequence(algorithm(imprint.oid), octets(hashed(imprint.name, stamped))),
    small(1),
    tlv(0x18, Buffer.from(time)),
    ...rest,
  );
  return cmsOver(info, authority, { contentType: OID.timestampInfo, content: info, ...cms });
}

interface Cast {
  readonly revoked: KeyHolder;
  readonly expired: KeyHolder;
  readonly tsa: KeyHolder;
}

const casts = new WeakMap<Signers, Promise<Cast>>();

/** Those whose signatures need a timestamp, and who makes it: once for a test file, since keys take long. */
export function castOf(signers: Signers): Promise<Cast> {
  const cast = casts.get(signers) ?? newCast(signers);
  casts.set(signers, cast);
  return cast;
}

async function newCast({ authority }: Signers): Promise<Cast> {
  const revoked = await authority.issue(PERSON);
  authority.revoke(revoked);
  const expired = await authority.issue({ ...PERSON, validity: [-300, -10] });
  return { revoked, expired, tsa: await authority.issue(TSA) };
}

/** Keys on curves are made faster. */
const PERSON = { ...MARIA, key: 'P-256' } as const;
/** An authority for timestamps. */
export const TSA = {
  name: 'CARIMBO DO TEMPO',
  key: 'P-256' as const,
  purposes: [TIME_STAMPING],
  criticalPurposes: true,
};

type Stamp = (value: Uint8Array, cast: Cast) => Uint8Array;

const stampedBy = (holder: KeyHolder, stamp: (value: Uint8Array) => Uint8Array): Bytes =>
  signRaw(contractPdf(), holder, {
    cms: signed =>
      cmsOver(signed, holder, { unsigned: value => [attribute(OID.timestampToken, stamp(value))] }),
  });

/** A signature whose certificate is revoked now: only what proves that it was there before lets it pass. */
export const revoked =
  (stamp: Stamp) =>
  async (s: Signers): Promise<Bytes> => {
    const cast = await castOf(s);
    return stampedBy(cast.revoked, value => stamp(value, cast));
  };

export const expired =
  (stamp: Stamp) =>
  async (s: Signers): Promise<Bytes> => {
    const cast = await castOf(s);
    return stampedBy(cast.expired, value => stamp(value, cast));
  };

/** With another authority for timestamps, which the test's own has issued. */
const revokedWith =
  (options: Partial<HolderOptions>) =>
  async (s: Signers): Promise<Bytes> => {
    const other = await s.authority.issue({ ...TSA, ...options });
    return revoked(value => timestampToken(value, other))(s);
  };

/** An element that is no certificate, and one that is of a kind that nobody knows (RFC 5652, 10.2.2). */
const ODD = [sequence(small(1)), tlv(0xa3, oid(OID.unknown), octets(new Uint8Array(4)))];

/** EN 319 102-1, 5.2.6: the time of a signature timestamp proves that the signature is older. */
export const TIMESTAMPS: Family = {
  family: 'timestamps on signatures',
  cases: [
    permitted(
      'one before the revocation lets a signature pass',
      revoked((value, { tsa }) => timestampToken(value, tsa)),
    ),
    indeterminate(
      'one before the certificate’s end is not enough, since nothing tells any more that it was not revoked',
      'OUT_OF_BOUNDS_NO_POE',
      expired((value, { tsa }) => timestampToken(value, tsa, { at: addDays(START, -20) })),
    ),
    ...ODD.map((element, index) =>
      permitted(
        `one with an odd certificate enclosed (finding 13, ${index + 1})`,
        revoked((value, { tsa }) =>
          timestampToken(value, tsa, { certificates: [...tsa.pems.map(derOf), element] }),
        ),
      ),
    ),
    indeterminate(
      'one after the revocation (finding 12)',
      'REVOKED_NO_POE',
      revoked((value, { tsa }) => timestampToken(value, tsa, { at: AFTER_REVOCATION })),
    ),
    indeterminate(
      'one after the certificate’s end (finding 12)',
      'OUT_OF_BOUNDS_NO_POE',
      expired((value, { tsa }) => timestampToken(value, tsa, { at: AFTER_REVOCATION })),
    ),
    indeterminate(
      'one by an authority without the key usage for it',
      'REVOKED_NO_POE',
      revokedWith({ purposes: [SERVER] }),
    ),
    indeterminate(
      'one by an authority that may do something else, too',
      'REVOKED_NO_POE',
      revokedWith({ purposes: [TIME_STAMPING, SERVER] }),
    ),
    indeterminate(
      'one by an authority whose key usage is not critical',
      'REVOKED_NO_POE',
      revokedWith({ criticalPurposes: false }),
    ),
    indeterminate(
      'one by an authority whose certificate had ended',
      'REVOKED_NO_POE',
      revokedWith({ validity: [-300, -100] }),
    ),
    indeterminate(
      'one by an authority whose certificate has ended since',
      'REVOKED_NO_POE',
      revokedWith({ validity: [-300, -1] }),
    ),
    indeterminate('one by an authority that is revoked', 'REVOKED_NO_POE', async s => {
      const other = await s.authority.issue(TSA);
      s.authority.revoke(other);
      return revoked(value => timestampToken(value, other))(s);
    }),
    indeterminate(
      'one by an authority whose list cannot be had',
      'REVOKED_NO_POE',
      revokedWith({ listAddress: 'http://crl.example.com/lost.crl' }),
    ),
    indeterminate(
      'one by the signer',
      'REVOKED_NO_POE',
      revoked((value, cast) => timestampToken(value, cast.revoked)),
    ),
    indeterminate(
      'one of other bytes',
      'REVOKED_NO_POE',
      revoked((_, { tsa }) => timestampToken(new Uint8Array(256), tsa)),
    ),
    indeterminate(
      'one of a SHA-1 hash',
      'REVOKED_NO_POE',
      revoked((value, { tsa }) => timestampToken(value, tsa, { imprint: { oid: OID.sha1, name: 'sha1' } })),
    ),
    indeterminate(
      'one signed with another key',
      'REVOKED_NO_POE',
      revoked((value, cast) =>
        timestampToken(value, cast.tsa, {
          sign: data => Buffer.from(cast.expired.sign(new Uint8Array(data)), 'base64'),
        }),
      ),
    ),
    indeterminate(
      'one whose time was changed',
      'REVOKED_NO_POE',
      revoked((value, { tsa }) => backdated(timestampToken(value, tsa, { at: AFTER_REVOCATION }))),
    ),
    indeterminate(
      'a CMS of another content',
      'REVOKED_NO_POE',
      revoked((value, { tsa }) => timestampToken(value, tsa, { contentType: OID.data })),
    ),
    indeterminate('none', 'REVOKED_NO_POE', async s => signRaw(contractPdf(), (await castOf(s)).revoked)),
  ],
};

function backdated(token: Uint8Array<ArrayBuffer>): Uint8Array {
  const copy = Buffer.from(token);
  const from = AFTER_REVOCATION.toISOString().slice(0, 10).replaceAll('-', '');
  copy.write(BEFORE_REVOCATION.toISOString().slice(0, 10).replaceAll('-', ''), copy.indexOf(from), 'latin1');
  return copy;
}
