import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Random } from '../domain/identifiers/random-ids.ts';
import type { KeyRing } from './key-ring.ts';

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
