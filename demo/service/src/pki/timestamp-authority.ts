import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { MessageImprint, PKIStatus, TimeStampReq, TimeStampResp } from '@peculiar/asn1-tsp';
import { digestAlgorithm } from '../cms/signature-algorithms.ts';
import { sha256 } from '../cms/sha256.ts';
import type { Random } from '../domain/identifiers/random-ids.ts';
import type { BearerTokens } from './bearer-tokens.ts';

/** A timestamp authority (RFC 3161): proves with its signature when data existed. */
export interface TimestampAuthority {
  /**
   * @param stamped the data to timestamp
   * @returns DER of the token; the caller verifies it
   * @param signal ends the wait
   * @throws TimestampError when no token can be obtained
   */
  stamp(stamped: Uint8Array, signal: AbortSignal): Promise<ArrayBuffer>;
}

/** The authority does not answer, or refuses. The message says nothing about the data. */
export class TimestampError extends Error {
  override readonly name = 'TimestampError';
}

/** Authorities usually answer within a second, and the signer is waiting. */
const TIMEOUT_MS = 8000;

/** Tokens with their chains take 4 to 8 KB. Must fit the 16 KB that the signature placeholder reserves for it. */
const LARGEST_TOKEN = 14 * 1024;

/**
 * An authority that is reached over HTTP (RFC 3161, 3.4). Sends only the hash, and follows no redirect.
 * @param options.url may contain a key, so no message repeats it
 * @param options.tokens supplies the bearer token of the service
 */
export function createTimestampAuthority(options: {
  url: string;
  random: Random;
  tokens?: BearerTokens | undefined;
}): TimestampAuthority {
  const { url, random, tokens } = options;
  return {
    async stamp(stamped, signal) {
      try {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
        return tokenIn(await askWithToken(url, requestFor(stamped, random), tokens, limit));
      } catch (cause) {
        if (cause instanceof TimestampError) throw cause;
        throw new TimestampError('The timestamp authority could not be asked.', { cause });
      }
    },
  };
}

/** A request with a nonce, so that old responses cannot be replayed. Also asks for the authority's certificate. */
export function requestFor(stamped: Uint8Array, random: Random): ArrayBuffer {
  const nonce = Uint8Array.from(random(8));
  // Makes the INTEGER positive and in its shortest form.
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40;
  const imprint = { hashAlgorithm: digestAlgorithm(), hashedMessage: new OctetString(sha256(stamped)) };
  return AsnConvert.serialize(
    new TimeStampReq({
      messageImprint: new MessageImprint(imprint),
      nonce: nonce.buffer,
      certReq: true,
    }),
  );
}

/** Retries once with a new token if the first is refused: it may have been revoked early. */
async function askWithToken(
  url: string,
  request: ArrayBuffer,
  tokens: BearerTokens | undefined,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  if (tokens === undefined) return answerIn(await ask(url, request, {}, signal));
  const authorized = async () =>
    ask(url, request, { Authorization: `Bearer ${await tokens.get(signal)}` }, signal);
  const response = await authorized();
  if (response.status !== 401) return answerIn(response);
  await response.body?.cancel();
  tokens.renew();
  return answerIn(await authorized());
}

function ask(
  url: string,
  request: ArrayBuffer,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/timestamp-query',
      Accept: 'application/timestamp-reply',
      ...headers,
    },
    body: request,
    redirect: 'error',
    signal,
  });
}

async function answerIn(response: Response): Promise<ArrayBuffer> {
  if (!response.ok) {
    await response.body?.cancel();
    throw new TimestampError(`The timestamp authority answers ${response.status}.`);
  }
  return response.arrayBuffer();
}

/** @param answer DER @throws TimestampError when it holds no token */
export function tokenIn(answer: ArrayBuffer): ArrayBuffer {
  const { status, timeStampToken } = AsnConvert.parse(answer, TimeStampResp);
  const granted = status.status === PKIStatus.granted || status.status === PKIStatus.grantedWithMods;
  if (!granted || timeStampToken === undefined) {
    throw new TimestampError(`The timestamp authority refuses (${status.status}).`);
  }
  const token = AsnConvert.serialize(timeStampToken);
  if (token.byteLength > LARGEST_TOKEN) throw new TimestampError('The timestamp is too large.');
  return token;
}
