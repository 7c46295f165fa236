import { readCertificatePem } from '@sign-session/certificates';
import type { CertificateFacts } from '@sign-session/certificates';
import { CertificateWorkshop } from '../../../../test/support/certificate-files.ts';

const CONFIGURATION = `
[tsa]
default_tsa = timestamps
[timestamps]
serial = serial
default_policy = 1.2.3.4
digests = sha1, sha256
signer_digest = sha256
`;

/** A timestamp authority (RFC 3161) made with OpenSSL's `ts`. It uses the machine's time. */
export class OpensslTimestamps {
  readonly #workshop = new CertificateWorkshop();

  constructor() {
    this.#workshop.selfSigned('tsa', ['rsa:2048'], '-addext', 'extendedKeyUsage=critical,timeStamping');
    this.#workshop.write('ts.cnf', CONFIGURATION);
    this.#workshop.write('serial', '01\n');
  }

  /** Its certificate is self-signed. */
  get root(): CertificateFacts {
    return readCertificatePem(Buffer.from(this.#workshop.read('tsa.pem')).toString('latin1'));
  }

  /** DER of a token for these bytes. */
  stamp(stamped: Uint8Array, hash: 'sha1' | 'sha256' = 'sha256'): Uint8Array<ArrayBuffer> {
    this.#workshop.write('stamped', stamped);
    this.#workshop.run('openssl', 'ts', '-query', '-data', 'stamped', `-${hash}`, '-cert', '-out', 'query');
    const reply = ['-reply', '-queryfile', 'query', '-token_out', '-out', 'token'];
    const signer = ['-config', 'ts.cnf', '-signer', 'tsa.pem', '-inkey', 'tsa.key'];
    this.#workshop.run('openssl', 'ts', ...reply, ...signer);
    return this.#workshop.read('token');
  }

  /** Its response to a request in DER, as sent over HTTP. */
  answer(query: Uint8Array): Uint8Array<ArrayBuffer> {
    this.#workshop.write('asked', query);
    const signer = ['-config', 'ts.cnf', '-signer', 'tsa.pem', '-inkey', 'tsa.key'];
    this.#workshop.run('openssl', 'ts', '-reply', '-queryfile', 'asked', '-out', 'reply', ...signer);
    return this.#workshop.read('reply');
  }

  remove(): void {
    this.#workshop.remove();
  }
}
