import { _SHA1 as Sha1 } from '@noble/hashes/legacy.js';

/** Bytes of a digest, and of the block that a digest is hashed in. */
const DIGEST = 20;
const BLOCK = 64;

/**
 * SHA-1 of SHA-1 of … a digest. What is hashed is always as long as a digest, so it is laid out once, with its padding
 * and length (FIPS 180-4, 5.1.1), and only the compression runs again and again: twice as fast as hashing anew, for
 * the thousands of rounds that old files ask for.
 */
class ChainedSha1 extends Sha1 {
  run(digest: Uint8Array, rounds: number): void {
    const block = new Uint8Array(BLOCK);
    const words = new DataView(block.buffer);
    block.set(digest);
    block[DIGEST] = 0x80;
    words.setUint32(BLOCK - 4, DIGEST * 8);
    const start = this.get();
    for (let round = 0; round < rounds; round++) {
      this.set(...start);
      this.process(words, 0);
      const [a, b, c, d, e] = this.get();
      words.setUint32(0, a);
      words.setUint32(4, b);
      words.setUint32(8, c);
      words.setUint32(12, d);
      words.setUint32(16, e);
    }
    digest.set(block.subarray(0, DIGEST));
    block.fill(0);
    this.destroy();
  }
}

/** Hashes a digest `rounds` times over, in place. */
export function chainSha1(digest: Uint8Array, rounds: number): void {
  new ChainedSha1().run(digest, rounds);
}
