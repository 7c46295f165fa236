import { readCertificateFacts, type CertificateFacts } from '@sign-session/certificates';
import { sha256 } from '../domain/sha256.ts';
import { DatabaseAwayError, type Database } from '../storage/database.ts';

/**
 * The roots of all certificates that this installation has sealed with, so that what was sealed before a certificate
 * was replaced, or by an instance that has the next one already, is trusted as before.
 */
export class SealingRoots {
  readonly #database: Database;
  #last: readonly CertificateFacts[];

  private constructor(database: Database, own: readonly CertificateFacts[]) {
    this.#database = database;
    this.#last = own;
  }

  /** @param own the roots that this instance seals under or is known to have sealed under; they are kept for ever */
  static async open(database: Database, own: readonly CertificateFacts[]): Promise<SealingRoots> {
    for (const { der } of own) {
      await database.query(
        `INSERT INTO sealing_roots (fingerprint, der) VALUES ($1, $2) ON CONFLICT (fingerprint) DO NOTHING`,
        [sha256(der).toString('hex'), der],
      );
    }
    return new SealingRoots(database, own);
  }

  /** While the database is away, those that were known last: to verify a file, nobody has to wait for it. */
  async all(): Promise<readonly CertificateFacts[]> {
    try {
      const rows = await this.#database.query<{ der: Uint8Array }>(
        'SELECT der FROM sealing_roots ORDER BY first_used_at, fingerprint',
      );
      this.#last = rows.map(({ der }) => readCertificateFacts(new Uint8Array(der)));
    } catch (error) {
      if (!(error instanceof DatabaseAwayError)) throw error;
    }
    return this.#last;
  }
}
