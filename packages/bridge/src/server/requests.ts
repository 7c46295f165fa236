import {
  BATCH_LIMITS,
  MAX_LABEL_LENGTH,
  type BridgeErrorCode,
  type Command,
} from '@sign-session/bridge-protocol';
import { LOCALES, type Locale } from '../messages/messages.ts';

/** What a page's request ends with. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly code: BridgeErrorCode;

  constructor(code: BridgeErrorCode) {
    super(code);
    this.code = code;
  }
}

/** A document's hash, as it was read. */
export interface DocumentToSign {
  readonly id: string;
  readonly digest: Uint8Array;
  readonly label: string;
}

export interface BridgeRequest {
  readonly id: number;
  readonly command: Command;
  readonly arguments: Record<string, unknown>;
}

const COMMANDS: ReadonlySet<string> = new Set<Command>([
  'status',
  'pair',
  'getSigningCertificate',
  'sign',
  'signBatch',
]);

const isCommand = (name: unknown): name is Command => typeof name === 'string' && COMMANDS.has(name);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @returns undefined when it is none */
export function readRequest(text: string): BridgeRequest | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const { id, command, arguments: given } = value;
  if (!Number.isSafeInteger(id) || !isCommand(command) || !isObject(given)) return undefined;
  return { id: Number(id), command, arguments: given };
}

/** The language that the page asks for, if the bridge has it. */
export function readLocale({ lang }: Record<string, unknown>): Locale | undefined {
  return LOCALES.find(locale => locale === lang);
}

/** A certificate's bytes. @throws RequestError */
export function readCertificateArgument({ certificate }: Record<string, unknown>): Uint8Array {
  return bytesOf(certificate);
}

/** What `sign` is to sign. @throws RequestError */
export function readDocument(given: Record<string, unknown>): DocumentToSign {
  requireSha256(given);
  return documentOf('', given);
}

/** What `signBatch` is to sign. @throws RequestError */
export function readDocuments(given: Record<string, unknown>): readonly DocumentToSign[] {
  requireSha256(given);
  const { documents } = given;
  if (!Array.isArray(documents)) throw invalid();
  if (documents.length < BATCH_LIMITS.min || documents.length > BATCH_LIMITS.max) throw invalid();
  const read = documents.map((document: unknown) => {
    if (!isObject(document) || typeof document['id'] !== 'string' || document['id'].length > 100)
      throw invalid();
    return documentOf(document['id'], document);
  });
  if (new Set(read.map(({ id }) => id)).size !== read.length) throw invalid();
  return read;
}

function documentOf(id: string, { hash, label }: Record<string, unknown>): DocumentToSign {
  const digest = bytesOf(hash);
  if (digest.length !== 32 || typeof label !== 'string' || label.length > MAX_LABEL_LENGTH) throw invalid();
  if (label.trim() === '') throw invalid();
  return { id, digest, label };
}

/** Older ones are not signed, and others no token of ICP-Brasil needs. */
function requireSha256({ hashFunction }: Record<string, unknown>): void {
  if (hashFunction !== 'SHA-256') throw invalid();
}

function bytesOf(base64: unknown): Uint8Array {
  if (
    typeof base64 !== 'string' ||
    !/^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(base64)
  )
    throw invalid();
  return new Uint8Array(Buffer.from(base64, 'base64'));
}

function invalid(): RequestError {
  return new RequestError('ERR_WEBEID_NATIVE_INVALID_ARGUMENT');
}
