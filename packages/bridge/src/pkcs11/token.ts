import {
  BerError,
  chainOf,
  readCertificate,
  signingFaults,
  toEcdsaDer,
  type Certificate,
} from '@sign-session/certificates';
import { KeystoreError, type TokenCertificate } from '../keystore/keystore.ts';
import {
  CKA,
  CKF,
  CKK,
  CKM,
  CKO,
  CKU,
  loadPkcs11,
  type Attribute,
  type Handle,
  type Pkcs11,
} from './pkcs11-api.ts';

/** Where a certificate is. A token that is inserted again may be in another slot, so it is found by what it is called. */
export interface CertificateLocation {
  /** The driver's path. */
  readonly module: string;
  readonly serialNumber: string;
  readonly label: string;
  /** CKA_ID in hexadecimal. */
  readonly id: string;
}

/** DER of `DigestInfo { sha256, NULL }` up to the digest (RFC 8017, 9.2, note 1): CKM_RSA_PKCS adds the padding alone. */
const SHA256_PREFIX = Buffer.from('3031300d060960864801650304020105000420', 'hex');

/** More objects than a token has. */
const MOST_OBJECTS = 1000;

/** Longer than any signature. */
const MOST_SIGNATURE_BYTES = 2048;

/** A driver, in use. @throws KeystoreError */
export class TokenDriver {
  readonly #module: string;
  readonly #pkcs11: Pkcs11;

  constructor(module: string) {
    this.#module = module;
    this.#pkcs11 = loadPkcs11();
    try {
      this.#pkcs11.load(module);
      this.#pkcs11.C_Initialize();
    } catch (error) {
      throw new KeystoreError('module-unusable', nameOf(error));
    }
  }

  /** The certificates that can sign, of all tokens that are inserted. @throws KeystoreError `no-token` */
  certificates(): TokenCertificate[] {
    const slots = this.#slots();
    if (slots.length === 0) throw new KeystoreError('no-token');
    return slots.flatMap(slot => this.#certificatesIn(slot));
  }

  /** See `Keystore.sign`. */
  sign(place: CertificateLocation, digests: readonly Uint8Array[], pin: string | undefined): Uint8Array[] {
    const slot = this.#slots().find(candidate => {
      const { serialNumber, label } = this.#tokenOf(candidate);
      return serialNumber === place.serialNumber && label === place.label;
    });
    if (slot === undefined) throw new KeystoreError('no-token');
    const session = this.#pkcs11.C_OpenSession(slot, CKF.serialSession);
    this.#login(slot, session, CKU.user, pin);
    const template = [
      { type: CKA.class, value: CKO.privateKey },
      { type: CKA.id, value: Buffer.from(place.id, 'hex') },
    ];
    const [key] = this.#find(session, template);
    if (key === undefined) throw new KeystoreError('no-certificate');
    const keyType = this.#value(session, key, CKA.keyType)?.readUInt32LE(0);
    const needsPin = this.#isAlwaysAuthenticated(session, key);
    return digests.map(digest => {
      const isEc = keyType === CKK.ec;
      this.#pkcs11.C_SignInit(session, { mechanism: isEc ? CKM.ecdsa : CKM.rsaPkcs }, key);
      if (needsPin) this.#login(slot, session, CKU.contextSpecific, pin);
      const input = isEc ? Buffer.from(digest) : Buffer.concat([SHA256_PREFIX, digest]);
      const signature = this.#pkcs11.C_Sign(session, input, Buffer.alloc(MOST_SIGNATURE_BYTES));
      return isEc ? toEcdsaDer(signature) : new Uint8Array(signature);
    });
  }

  close(): void {
    this.#pkcs11.C_Finalize();
    this.#pkcs11.close();
  }

  /** Of tokens that can be used: another one, empty or not readable, hides none. */
  #slots(): Handle[] {
    return this.#pkcs11.C_GetSlotList(true).filter(slot => {
      try {
        return (this.#pkcs11.C_GetTokenInfo(slot).flags & CKF.tokenInitialized) !== 0;
      } catch {
        return false;
      }
    });
  }

  #tokenOf(slot: Handle) {
    const { serialNumber, label, flags } = this.#pkcs11.C_GetTokenInfo(slot);
    return { serialNumber: unpadded(serialNumber), label: unpadded(label), flags };
  }

  #certificatesIn(slot: Handle): TokenCertificate[] {
    const { serialNumber, label, flags } = this.#tokenOf(slot);
    const session = this.#pkcs11.C_OpenSession(slot, CKF.serialSession);
    const all = this.#find(session, [{ type: CKA.class, value: CKO.certificate }]).flatMap(object => {
      const certificate = readable(this.#value(session, object, CKA.value));
      return certificate === undefined ? [] : [{ certificate, id: this.#value(session, object, CKA.id) }];
    });
    const pool = all.map(({ certificate }) => certificate);
    return all.flatMap(({ certificate, id }) => {
      if (id === undefined || !canSign(certificate)) return [];
      const keyTemplate = [
        { type: CKA.class, value: CKO.privateKey },
        { type: CKA.id, value: id },
      ];
      // Most tokens show no private key before the PIN.
      const [key] = this.#find(session, keyTemplate);
      const place: CertificateLocation = {
        module: this.#module,
        serialNumber,
        label,
        id: id.toString('hex'),
      };
      const [, ...issuers] = chainOf(certificate, pool);
      return {
        der: certificate.der,
        issuers: issuers.map(({ der }) => der),
        place: JSON.stringify(place),
        token: label,
        pin: flags & CKF.protectedAuthenticationPath ? 'pad' : 'typed',
        tries: triesOf(flags),
        pinForEach: key !== undefined && this.#isAlwaysAuthenticated(session, key),
      };
    });
  }

  #login(slot: Handle, session: Handle, user: number, pin: string | undefined): void {
    try {
      this.#pkcs11.C_Login(session, user, pin);
    } catch (error) {
      const name = nameOf(error);
      if (name === 'CKR_USER_ALREADY_LOGGED_IN') return;
      throw this.#loginError(slot, name);
    }
  }

  #loginError(slot: Handle, name: string): KeystoreError {
    switch (name) {
      case 'CKR_PIN_LOCKED':
        return new KeystoreError('pin-locked');
      case 'CKR_FUNCTION_CANCELED':
        return new KeystoreError('pin-cancelled');
      case 'CKR_PIN_INCORRECT':
      case 'CKR_PIN_INVALID':
      case 'CKR_PIN_LEN_RANGE':
        switch (triesOf(this.#tokenOf(slot).flags)) {
          case 'none':
            return new KeystoreError('pin-locked');
          case 'last':
            return new KeystoreError('pin-wrong-last-try');
          case 'few':
          case 'enough':
            return new KeystoreError('pin-wrong');
        }
    }
    return problemOf(name);
  }

  #find(session: Handle, template: readonly Attribute[]): Handle[] {
    this.#pkcs11.C_FindObjectsInit(session, template);
    try {
      return this.#pkcs11.C_FindObjects(session, MOST_OBJECTS);
    } finally {
      this.#pkcs11.C_FindObjectsFinal(session);
    }
  }

  /** Undefined where the object does not have it, or does not tell. */
  #value(session: Handle, object: Handle, type: number): Buffer | undefined {
    try {
      return this.#pkcs11.C_GetAttributeValue(session, object, [{ type }])[0]?.value;
    } catch {
      return undefined;
    }
  }

  #isAlwaysAuthenticated(session: Handle, key: Handle): boolean {
    return this.#value(session, key, CKA.alwaysAuthenticate)?.[0] === 1;
  }
}

/** What went wrong, where only PKCS#11's own error tells. */
export function toKeystoreError(error: unknown): KeystoreError {
  return error instanceof KeystoreError ? error : problemOf(nameOf(error));
}

function problemOf(name: string): KeystoreError {
  const isGone = /^CKR_(?:TOKEN_NOT_PRESENT|DEVICE_REMOVED|SESSION_HANDLE_INVALID|SLOT_ID_INVALID)$/.test(
    name,
  );
  return isGone ? new KeystoreError('no-token') : new KeystoreError('failed', name);
}

/** PKCS#11's name of an error; of any other nothing, which could hold what a driver says. */
function nameOf(error: unknown): string {
  return error instanceof Error ? (/CKR_\w+/.exec(error.message)?.[0] ?? '') : '';
}

function triesOf(flags: number): TokenCertificate['tries'] {
  if (flags & CKF.userPinLocked) return 'none';
  if (flags & CKF.userPinFinalTry) return 'last';
  return flags & CKF.userPinCountLow ? 'few' : 'enough';
}

/** PKCS#11 pads texts with spaces, some drivers with zeros. */
function unpadded(text: string): string {
  return text.replace(/[\s\0]+$/, '');
}

/** Undefined where it can't be read: a token may contain anything. */
function readable(der: Uint8Array | undefined): Certificate | undefined {
  try {
    return der && readCertificate(new Uint8Array(der));
  } catch (error) {
    if (error instanceof BerError) return undefined;
    throw error;
  }
}

/** A person's certificate, and one for signing: tokens also keep those of authorities. */
function canSign(certificate: Certificate): boolean {
  try {
    const faults = signingFaults(certificate, certificate.notBefore);
    return !faults.some(fault => fault === 'authority' || fault === 'keyUsage' || fault === 'unsupportedKey');
  } catch (error) {
    if (error instanceof BerError) return false;
    throw error;
  }
}
