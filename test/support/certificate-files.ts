import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { testAssets } from './repository.ts';

export const PASSWORD = 'Senha#123';

/** The bytes of a certificate file for tests, such as `modern-ec.p12`. */
export function certificateFile(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(path.join(testAssets, 'certificates', name)));
}

/** DER of a certificate that is kept as PEM. */
export function certificateDer(name: string): Uint8Array<ArrayBuffer> {
  const pem = readFileSync(path.join(testAssets, 'certificates', name), 'latin1');
  return new Uint8Array(Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64'));
}

/** A folder for keys and files that OpenSSL and keytool make; `remove` takes it away. */
export class CertificateWorkshop {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'certificates-'));

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  path(name: string): string {
    return path.join(this.folder, name);
  }

  read(name: string): Uint8Array<ArrayBuffer> {
    return new Uint8Array(readFileSync(this.path(name)));
  }

  write(name: string, content: string | Uint8Array): void {
    writeFileSync(this.path(name), content);
  }

  /** Runs a program in the folder. */
  run(program: string, ...args: readonly string[]): void {
    this.output(program, ...args);
  }

  /** The same. @returns what the program prints, errors first */
  output(program: string, ...args: readonly string[]): string {
    const { status, stdout, stderr, error } = spawnSync(program, args, {
      cwd: this.folder,
      encoding: 'utf8',
    });
    if (error) throw error;
    if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
    return `${stderr}${stdout}`;
  }

  /** Makes `name`.key and a certificate for it that signs itself, `name`.pem. */
  selfSigned(name: string, keyOptions: readonly string[], ...options: readonly string[]): void {
    const subject = ['-subj', `/CN=${name}`, '-days', '30', '-sha256'];
    const key = ['-newkey', ...keyOptions, '-nodes', '-keyout', `${name}.key`];
    this.run('openssl', 'req', '-x509', ...key, '-out', `${name}.pem`, ...subject, ...options);
  }

  /** Puts a key and its certificate into a PKCS#12 file, by OpenSSL's options. */
  pkcs12(name: string, password: string, ...options: readonly string[]): Uint8Array<ArrayBuffer> {
    const parts = ['-inkey', `${name}.key`, '-in', `${name}.pem`, '-out', 'made.p12'];
    this.run('openssl', 'pkcs12', '-export', ...parts, '-passout', `pass:${password}`, ...options);
    return this.read('made.p12');
  }
}
