/*
 * The part of pkcs11js's documented interface (2.1) that is used here. It is loaded when a token is used: where it was not
 * compiled, the bridge says so.
 */
import { createRequire } from 'node:module';
import { KeystoreError } from '../keystore/keystore.ts';

export type Handle = Buffer;

export interface Attribute {
  readonly type: number;
  readonly value?: Buffer | boolean | number | string;
}

export interface Pkcs11 {
  load(path: string): void;
  close(): void;
  C_Initialize(): void;
  C_Finalize(): void;
  C_GetSlotList(tokenPresent: boolean): Handle[];
  C_GetTokenInfo(slot: Handle): {
    readonly label: string;
    readonly serialNumber: string;
    readonly flags: number;
  };
  C_OpenSession(slot: Handle, flags: number): Handle;
  C_Login(session: Handle, userType: number, pin?: string): void;
  C_FindObjectsInit(session: Handle, template: readonly Attribute[]): void;
  C_FindObjects(session: Handle, maxObjectCount: number): Handle[];
  C_FindObjectsFinal(session: Handle): void;
  C_GetAttributeValue(
    session: Handle,
    object: Handle,
    template: readonly Attribute[],
  ): readonly { readonly value: Buffer }[];
  C_SignInit(session: Handle, mechanism: { readonly mechanism: number }, key: Handle): void;
  C_Sign(session: Handle, inData: Buffer, outData: Buffer): Buffer;
}

/** Numbers of PKCS#11 2.40. */
export const CKA = {
  class: 0,
  value: 0x11,
  certificateType: 0x80,
  keyType: 0x1_00,
  id: 0x1_02,
  alwaysAuthenticate: 0x2_02,
} as const;
export const CKO = { certificate: 1, privateKey: 3 } as const;
export const CKK = { rsa: 0, ec: 3 } as const;
export const CKM = { rsaPkcs: 1, ecdsa: 0x10_41 } as const;
export const CKU = { user: 1, contextSpecific: 2 } as const;
export const CKF = {
  serialSession: 4,
  /** Of a token. */
  protectedAuthenticationPath: 0x1_00,
  tokenInitialized: 0x4_00,
  userPinCountLow: 0x1_00_00,
  userPinFinalTry: 0x2_00_00,
  userPinLocked: 0x4_00_00,
} as const;

/** @throws KeystoreError `no-native-part` */
export function loadPkcs11(): Pkcs11 {
  try {
    const { PKCS11 }: { PKCS11: new () => Pkcs11 } = createRequire(import.meta.url)('pkcs11js');
    return new PKCS11();
  } catch (error) {
    throw new KeystoreError('no-native-part', error instanceof Error ? error.message.split('\n')[0] : '');
  }
}
