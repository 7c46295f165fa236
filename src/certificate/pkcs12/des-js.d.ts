/** The part of des.js that is used here; the package has no types. */
declare module 'des.js' {
  /** A block cipher, to be used with a mode. */
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
    /** Complete blocks, except possibly the last. */
    update(data: Uint8Array): number[];
    final(): number[];
  }

  const des: {
    readonly EDE: BlockCipher;
    readonly CBC: { instantiate(cipher: BlockCipher): { create(options: Options): Cipher } };
  };
  export default des;
}
