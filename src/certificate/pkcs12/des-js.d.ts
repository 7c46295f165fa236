/** The part of des.js that is used here; it brings no types of its own. */
declare module 'des.js' {
  /** A block cipher by itself, to be put into a mode. */
  interface BlockCipher {
    create(options: { readonly type: 'decrypt' | 'encrypt'; readonly key: Uint8Array }): object;
  }

  interface Options {
    readonly type: 'decrypt' | 'encrypt';
    readonly key: Uint8Array;
    readonly iv: Uint8Array;
    /** Default true. */
    readonly padding?: boolean;
  }

  interface Cipher {
    /** Whole blocks, but for the last. */
    update(data: Uint8Array): number[];
    final(): number[];
  }

  const des: {
    readonly EDE: BlockCipher;
    readonly CBC: { instantiate(cipher: BlockCipher): { create(options: Options): Cipher } };
  };
  export default des;
}
