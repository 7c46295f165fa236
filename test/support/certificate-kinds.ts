import { createPrivateKey } from 'node:crypto';
import { CertificateWorkshop, PASSWORD } from './certificate-files.ts';
import { withIndefiniteLengths } from './indefinite-lengths.ts';
import { withPbmac1 } from './pbmac1.ts';

/** A kind of A1 file that is found in the wild. */
export interface FileKind {
  readonly name: string;
  /** Which of the local service's certificates is in it. */
  readonly certificate: 'good' | 'ec' | 'ecnpj';
  readonly password: string;
  /** OpenSSL's options that make it. */
  readonly options: readonly string[];
  /** What OpenSSL can't do. */
  readonly finish?: (file: Uint8Array<ArrayBuffer>, password: string) => Uint8Array<ArrayBuffer>;
}

const scheme = (name: string) => ['-certpbe', name, '-keypbe', name];
const rsa = { certificate: 'good', password: PASSWORD } as const;

/** Every row of the table of PKCS#12 files, several in one file where they do not meet. */
export const FILE_KINDS: readonly FileKind[] = [
  // As Firefox writes it.
  {
    ...rsa,
    name: 'triple DES and indefinite lengths',
    options: ['-legacy', ...scheme('PBE-SHA1-3DES'), '-macalg', 'sha1'],
    finish: withIndefiniteLengths,
  },
  { ...rsa, name: 'RC2-40 and no password', password: '', options: ['-legacy'] },
  { ...rsa, name: 'RC2-128', options: ['-legacy', ...scheme('PBE-SHA1-RC2-128'), '-macalg', 'sha1'] },
  { ...rsa, name: 'AES-128 and a SHA-1 MAC', options: [...scheme('AES-128-CBC'), '-macalg', 'sha1'] },
  {
    ...rsa,
    name: 'AES-256 and an accented password',
    password: 'çãõ-Sénha€',
    options: ['-macalg', 'sha256'],
  },
  { ...rsa, name: 'an EC key and a SHA-384 MAC', certificate: 'ec', options: ['-macalg', 'sha384'] },
  { ...rsa, name: 'a company and a SHA-512 MAC', certificate: 'ecnpj', options: ['-macalg', 'sha512'] },
  { ...rsa, name: 'no MAC', options: ['-nomac'] },
  { ...rsa, name: 'PBMAC1', options: ['-nomac'], finish: withPbmac1 },
];

/** Writes the local service's certificates in other kinds of files, with OpenSSL. */
export class CertificateRewriter {
  readonly #service: string;
  readonly #workshop = new CertificateWorkshop();
  readonly #taken = new Map<string, Promise<void>>();
  readonly #written = new Map<FileKind, Promise<Uint8Array<ArrayBuffer>>>();

  /** @param service its address */
  constructor(service: string) {
    this.#service = service;
  }

  /** Written once, whoever asks. */
  write(kind: FileKind): Promise<Uint8Array<ArrayBuffer>> {
    const written = this.#written.get(kind) ?? this.#write(kind);
    this.#written.set(kind, written);
    return written;
  }

  /** The number that only the holder of the key knows, in the spellings that it could be sent in. */
  async secretsOf({ certificate }: FileKind): Promise<string[]> {
    await this.#needs(certificate);
    const pem = Buffer.from(this.#workshop.read(`${certificate}.key`));
    const { d = '' } = createPrivateKey(pem).export({ format: 'jwk' });
    const bytes = Buffer.from(d, 'base64url');
    return [d, bytes.toString('base64'), bytes.toString('hex')].map(text => text.slice(0, 40));
  }

  remove(): void {
    this.#workshop.remove();
  }

  async #write({ certificate, password, options, finish }: FileKind): Promise<Uint8Array<ArrayBuffer>> {
    await this.#needs(certificate);
    const file = this.#workshop.pkcs12(certificate, password, ...options);
    return finish === undefined ? file : finish(file, password);
  }

  /** One of the service's files, taken apart once. */
  #needs(name: string): Promise<void> {
    const taken = this.#taken.get(name) ?? this.#take(name);
    this.#taken.set(name, taken);
    return taken;
  }

  /** Fetches a file of the service's, and parts it into key and certificates. */
  async #take(name: string): Promise<void> {
    const file = await fetch(`${this.#service}/_local/certificates/${name}.p12`);
    this.#workshop.write(`${name}.p12`, new Uint8Array(await file.arrayBuffer()));
    const from = ['pkcs12', '-in', `${name}.p12`, '-passin', `pass:${PASSWORD}`];
    this.#workshop.run('openssl', ...from, '-nocerts', '-nodes', '-out', `${name}.key`);
    this.#workshop.run('openssl', ...from, '-nokeys', '-out', `${name}.pem`);
  }
}
