/** Keys of the service: the ring and its rotation, encrypted fields, and fingerprints. */
import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import { type Clock, DAY_MS } from '../domain/clock.ts';
import { isId, type Random, randomId } from '../domain/ids.ts';
import { type Database, DatabaseReadOnlyError } from '../storage/database.ts';

export type KeyPurpose =
  'access-token' | 'client-secret' | 'fingerprint' | 'presigned-url' | 'receipt' | 'sealed-text';

export interface SigningKey {
  readonly keyId: string;
  readonly secret: Uint8Array<ArrayBuffer>;
}

/** Symmetric keys in the database. The newest key of a purpose signs; older ones only verify. */
export interface KeyRing {
  /**
   * The current signing key; may be up to ten seconds out of date. A key older than 30 days is replaced first,
   * unless the database takes no changes.
   */
  current(purpose: KeyPurpose): Promise<SigningKey>;
  /** The key with this `kid`, or undefined if it is unknown or has another purpose. */
  find(purpose: KeyPurpose, keyId: string): Promise<SigningKey | undefined>;
  /** Those made since then, the newest first. */
  since(purpose: KeyPurpose, time: Date): Promise<SigningKey[]>;
  /** Creates a new signing key. */
  rotate(purpose: KeyPurpose): Promise<SigningKey>;
}

const MAX_AGE_MS = 30 * DAY_MS;

/** How long this process may miss that another one has created a newer key; true time. */
const UNSEEN_MS = 10_000;

type KeyRow = { readonly key_id: string; readonly secret: Uint8Array; readonly created_at: Date };

const toKey = (row: KeyRow): SigningKey => ({ keyId: row.key_id, secret: new Uint8Array(row.secret) });

export function createKeyRing(options: { database: Database; clock: Clock; random: Random }): KeyRing {
  const { database, clock, random } = options;
  // A key never changes, so it can be cached by its id.
  const known = new Map<string, SigningKey>();
  const newest = new Map<
    KeyPurpose,
    { readonly key: SigningKey; readonly madeAt: Date; readonly readAt: number }
  >();

  async function rotate(purpose: KeyPurpose): Promise<SigningKey> {
    const key: SigningKey = { keyId: randomId('key', random), secret: random(32) };
    await database.query(
      'INSERT INTO signing_keys (key_id, purpose, secret, created_at) VALUES ($1, $2, $3, $4)',
      [key.keyId, purpose, key.secret, clock.now()],
    );
    newest.delete(purpose);
    return key;
  }

  async function readNewest(purpose: KeyPurpose) {
    const last = newest.get(purpose);
    if (last !== undefined && performance.now() - last.readAt < UNSEEN_MS) return last;
    const [row] = await database.query<KeyRow>(
      `SELECT key_id, secret, created_at FROM signing_keys WHERE purpose = $1
       ORDER BY created_at DESC, key_id DESC LIMIT 1`,
      [purpose],
    );
    if (row === undefined) return undefined;
    const found = { key: toKey(row), madeAt: row.created_at, readAt: performance.now() };
    newest.set(purpose, found);
    return found;
  }

  return {
    rotate,
    async current(purpose) {
      const found = await readNewest(purpose);
      if (found === undefined) return rotate(purpose);
      if (clock.now().getTime() - found.madeAt.getTime() <= MAX_AGE_MS) return found.key;
      try {
        return await rotate(purpose);
      } catch (error) {
        if (error instanceof DatabaseReadOnlyError) return found.key;
        throw error;
      }
    },
    async since(purpose, time) {
      const rows = await database.query<KeyRow>(
        `SELECT key_id, secret, created_at FROM signing_keys WHERE purpose = $1 AND created_at >= $2
         ORDER BY created_at DESC, key_id DESC`,
        [purpose, time],
      );
      return rows.map(toKey);
    },
    async find(purpose, keyId) {
      if (!isId(keyId)) return undefined;
      const remembered = known.get(`${purpose} ${keyId}`);
      if (remembered !== undefined) return remembered;
      const [row] = await database.query<KeyRow>(
        'SELECT key_id, secret, created_at FROM signing_keys WHERE purpose = $1 AND key_id = $2',
        [purpose, keyId],
      );
      if (row === undefined) return undefined;
      const key = toKey(row);
      known.set(`${purpose} ${keyId}`, key);
      return key;
    },
  };
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts texts that must be readable again, such as messages, before they are stored in the database. */
export interface FieldCipher {
  /**
   * Encrypts with AES-256-GCM and the newest key: `keyId.base64url`. Makes no query, so it can be used in a
   * transaction.
   */
  seal(text: string): string;
  /** Decrypts. @throws when the key no longer exists or the text was changed */
  open(sealed: string): Promise<string>;
  /** Seals with the newest key from now on; what older ones sealed can be opened as before. */
  renew(): Promise<void>;
}

/**
 * The keys are in the database too, in the key ring. This protects copies of single tables, not of the whole
 * database.
 */
export async function openFieldCipher(keys: KeyRing, random: Random): Promise<FieldCipher> {
  let newest = await keys.current('sealed-text');
  return {
    seal(text) {
      const iv = random(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', newest.secret, iv);
      const parts = [iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return `${newest.keyId}.${Buffer.concat(parts).toString('base64url')}`;
    },
    async open(sealed) {
      const [keyId = '', content = ''] = sealed.split('.');
      const key = await keys.find('sealed-text', keyId);
      if (key === undefined) throw new Error('The key of this sealed text is not in the key ring.');
      const bytes = Buffer.from(content, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key.secret, bytes.subarray(0, IV_BYTES));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const text = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    },
    async renew() {
      newest = await keys.current('sealed-text');
    },
  };
}

/**
 * Compares texts without storing them. The hash is keyed: the text may contain a six-digit code, which could be
 * guessed from a plain hash in a stolen table.
 */
export interface Fingerprints {
  /** HMAC-SHA-256 with the newest key: `keyId.base64url`. */
  of(text: string): string;
  /** Also checks older keys; false when the key no longer exists. */
  matches(fingerprint: string, text: string): Promise<boolean>;
  /** Uses the newest key from now on. */
  renew(): Promise<void>;
}

function fingerprint(text: string, { keyId, secret }: SigningKey): string {
  return `${keyId}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

export async function openFingerprints(keys: KeyRing): Promise<Fingerprints> {
  let newest = await keys.current('fingerprint');
  return {
    of: text => fingerprint(text, newest),
    async matches(kept, text) {
      const key = await keys.find('fingerprint', kept.split('.')[0] ?? '');
      if (key === undefined) return false;
      const [expected, actual] = [Buffer.from(kept), Buffer.from(fingerprint(text, key))];
      return expected.length === actual.length && timingSafeEqual(expected, actual);
    },
    async renew() {
      newest = await keys.current('fingerprint');
    },
  };
}
