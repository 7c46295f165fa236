import { sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import type { Password } from './password.ts';

/** Hashes of the PKCS#12 derivation: output and block size in bytes, as u and v in RFC 7292, B.2. */
export const HASHES = {
  'SHA-1': { digest: sha1, blockSize: 64 },
  'SHA-256': { digest: sha256, blockSize: 64 },
  'SHA-384': { digest: sha384, blockSize: 128 },
  'SHA-512': { digest: sha512, blockSize: 128 },
} as const;

export type HashName = keyof typeof HASHES;

/** The purpose of the derived bytes: RFC 7292, B.3. */
export const PURPOSE = { key: 1, iv: 2, mac: 3 } as const;

/**
 * The password in the encoding of PKCS#12's own derivation: UTF-16 big endian with two zero bytes at the end, or nothing
 * at all.
 */
export function bmpPassword({ characters }: Password): Uint8Array<ArrayBuffer> {
  if (characters === undefined) return new Uint8Array();
  const bytes = new Uint8Array(characters.length * 2 + 2);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < characters.length; i++) view.setUint16(i * 2, characters.charCodeAt(i));
  return bytes;
}

export interface Derivation {
  readonly hash: HashName;
  /** See `bmpPassword`. */
  readonly password: Uint8Array;
  readonly salt: Uint8Array;
  readonly iterations: number;
}

/**
 * The key derivation of PKCS#12 (RFC 7292, B.2). WebCrypto lacks it, and an asynchronous digest per iteration would
 * cost more than the hash itself, so the hash is JavaScript.
 *
 * @param length in bytes.
 */
export function derive(
  { hash, password, salt, iterations }: Derivation,
  purpose: 1 | 2 | 3,
  length: number,
): Uint8Array<ArrayBuffer> {
  const { digest, blockSize } = HASHES[hash];
  const saltBlocks = repeated(salt, blockSize);
  const input = new Uint8Array(blockSize + saltBlocks.length + padded(password.length, blockSize));
  input.fill(purpose, 0, blockSize);
  input.set(saltBlocks, blockSize);
  input.set(repeated(password, blockSize), blockSize + saltBlocks.length);
  const output = new Uint8Array(length);
  const block = new Uint8Array(digest.outputLen);
  for (let at = 0; at < length; at += block.length) {
    digest.create().update(input).digestInto(block);
    for (let round = 1; round < iterations; round++) digest.create().update(block).digestInto(block);
    output.set(block.subarray(0, length - at), at);
    addToBlocks(input.subarray(blockSize), repeated(block, blockSize).subarray(0, blockSize));
  }
  block.fill(0);
  input.fill(0);
  return output;
}

/** Adds `block` + 1 to each block of `blocks`, modulo its size. */
function addToBlocks(blocks: Uint8Array, block: Uint8Array): void {
  for (let start = 0; start < blocks.length; start += block.length) {
    let carry = 1;
    for (let i = block.length - 1; i >= 0; i--) {
      carry += (blocks[start + i] ?? 0) + (block[i] ?? 0);
      blocks[start + i] = carry;
      carry >>>= 8;
    }
  }
}

function padded(length: number, blockSize: number): number {
  return Math.ceil(length / blockSize) * blockSize;
}

/** Repeats the bytes to fill complete blocks. */
function repeated(bytes: Uint8Array, blockSize: number): Uint8Array {
  return Uint8Array.from({ length: padded(bytes.length, blockSize) }, (_, i) => bytes[i % bytes.length] ?? 0);
}
