import { context, octets, oid, sequence, small, sorted, tlv } from './der.ts';
import { OID } from './cms.ts';
import { revoked, timestampToken, type TokenOptions } from './timestamp-attacks.ts';
import { indeterminate, permitted, type Family, type VerificationCase } from './verification.ts';

const accuracy = (...parts: readonly Uint8Array[]): TokenOptions => ({ rest: [sequence(...parts)] });

/** An extension that nobody knows. */
const extension = (isCritical: boolean): TokenOptions => ({
  rest: [
    context(
      1,
      sequence(
        oid(OID.unknown),
        ...(isCritical ? [tlv(1, Buffer.from([0xff]))] : []),
        octets(new Uint8Array(1)),
      ),
    ),
  ],
});

/** A timestamp before the revocation of the signer's certificate. */
const stamped = (options: TokenOptions) => revoked((value, { tsa }) => timestampToken(value, tsa, options));
const useless = (name: string, options: TokenOptions): VerificationCase =>
  indeterminate(name, 'REVOKED_NO_POE', stamped(options));

/** RFC 3161, 2.4.2. */
export const TOKENS: Family = {
  family: 'timestamps whose tokens say something else',
  cases: [
    permitted('one with an accuracy is permitted', stamped(accuracy(small(1), tlv(0x80, Buffer.from([5]))))),
    permitted('one with an extension that may be ignored is permitted', stamped(extension(false))),
    useless('one with a critical extension that is unknown', extension(true)),
    useless('one that may be wrong by ten days', accuracy(tlv(2, Buffer.from([0x0d, 0x2f, 0])))),
    useless(
      'one that may be wrong by a million milliseconds',
      accuracy(tlv(0x80, Buffer.from([0x0f, 0x42, 0x40]))),
    ),
    useless('one whose accuracy is none', accuracy(oid(OID.unknown))),
    useless('one of another version', { version: 2 }),
    useless('one without attributes', { attributes: () => undefined }),
    useless('one without a reference to its authority’s certificate', {
      attributes: ({ contentType, messageDigest }) => sorted([contentType, messageDigest]),
    }),
  ],
};
