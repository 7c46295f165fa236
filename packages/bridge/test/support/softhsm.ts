import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installedModules } from '../../src/pkcs11/token-keystore.ts';
import { CertificateWorkshop } from '../../../../test/support/certificate-files.ts';
import { hasTool } from '../../../../test/support/browsers.ts';
import { repositoryRoot } from '../../../../test/support/repository.ts';

const PIN = '1234';

/**
 * Installs what the bridge has of its own, if it is not there: its native part is compiled.
 * @returns why tests with tokens can't run here; undefined when they can
 */
export function whyNoTokens(): string | undefined {
  const missing = (['softhsm2-util', 'pkcs11-tool', 'openssl'] as const).filter(name => !hasTool(name));
  if (missing.length > 0) return `Not installed: ${missing.join(', ')}.`;
  const folder = `${repositoryRoot}/packages/bridge`;
  const native = `${folder}/node_modules/pkcs11js/build/Release/pkcs11.node`;
  if (!existsSync(native))
    spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
  return existsSync(native) ? undefined : 'pkcs11js could not be compiled.';
}

/** A token in files, which SoftHSM keeps: its PIN is 1234. */
export class SoftToken {
  readonly workshop = new CertificateWorkshop();
  readonly pin = PIN;
  /** SoftHSM's driver. */
  readonly module: string;
  /** With the settings that lead to this token. */
  readonly env: NodeJS.ProcessEnv;

  /** Empty, by the name of `label`. */
  constructor(label = 'Test token') {
    const { workshop } = this;
    this.module = installedModules().find(file => file.includes('softhsm')) ?? '';
    workshop.run('mkdir', 'tokens');
    const settings = `directories.tokendir = ${workshop.path('tokens')}\nobjectstore.backend = file\n`;
    workshop.write('softhsm2.conf', settings);
    this.env = { ...process.env, SOFTHSM2_CONF: workshop.path('softhsm2.conf') };
    this.#run('softhsm2-util', '--init-token', '--free', '--label', label, '--so-pin', '0000', '--pin', PIN);
  }

  remove(): void {
    this.workshop.remove();
  }

  /**
   * Puts a key and its certificate in.
   * @param name of `name.key` and `name.pem` in the workshop
   * @param id in hexadecimal
   */
  add(name: string, id: string): void {
    const { workshop } = this;
    workshop.run('openssl', 'pkcs8', '-topk8', '-nocrypt', '-in', `${name}.key`, '-out', `${name}.p8`);
    workshop.run('openssl', 'x509', '-in', `${name}.pem`, '-outform', 'DER', '-out', `${name}.der`);
    const token = ['--token', 'Test token', '--label', name, '--id', id];
    this.#run('softhsm2-util', '--import', workshop.path(`${name}.p8`), ...token, '--pin', PIN);
    this.#write(`${name}.der`, id);
  }

  /** Puts the certificate of an authority in, of which the token has no key. @param name of `name.pem` */
  addAuthority(name: string, id: string): void {
    const { workshop } = this;
    workshop.run('openssl', 'x509', '-in', `${name}.pem`, '-outform', 'DER', '-out', `${name}.der`);
    this.#write(`${name}.der`, id);
  }

  #write(file: string, id: string): void {
    const object = ['--write-object', this.workshop.path(file), '--type', 'cert', '--id', id];
    const login = ['--module', this.module, '--login', '--pin', PIN, '--token-label', 'Test token'];
    this.#run('pkcs11-tool', ...login, ...object);
  }

  /** Takes the key, the certificate and its authority's (`name-ca`) of a PKCS#12 file into the workshop. */
  unpack(name: string, file: Uint8Array, password: string): void {
    const { workshop } = this;
    workshop.write(`${name}.p12`, file);
    const input = ['pkcs12', '-in', `${name}.p12`, '-passin', `pass:${password}`, '-nodes'];
    workshop.run('openssl', ...input, '-nocerts', '-out', `${name}.key`);
    workshop.run('openssl', ...input, '-clcerts', '-nokeys', '-out', `${name}.pem`);
    workshop.run('openssl', ...input, '-cacerts', '-nokeys', '-out', `${name}-ca.pem`);
  }

  #run(program: string, ...args: readonly string[]): void {
    const { status, stderr, stdout } = spawnSync(program, args, { env: this.env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}${stdout}`);
  }
}
