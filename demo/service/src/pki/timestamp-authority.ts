import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { MessageImprint, PKIStatus, TimeStampReq, TimeStampResp } from '@peculiar/asn1-tsp';
import { digestAlgorithm } from '../cms/signature-algorithms.ts';
import { sha256 } from '../cms/sha256.ts';
import type { Random } from '../domain/identifiers/random-ids.ts';
import type { BearerTokens } from './bearer-tokens.ts';

/** Says by its own signature when something was there (RFC 3161). */
export interface TimestampAuthority {
  /**
   * @param stamped what the time is of
   * @returns DER of the token; whether it is what it should be, is for the caller
   * @param signal ends the wait
   * @throws TimestampError when none can be had
   */
  stamp(stamped: Uint8Array, signal: AbortSignal): Promise<ArrayBuffer>;
}

/** The authority does not answer, or refuses. Its message says nothing of what was to be stamped. */
export class TimestampError extends Error {
  override readonly name = 'TimestampError';
}

/** Authorities answer within a second; the signer waits. */
const TIMEOUT_MS = 8000;

/** Tokens with their chains take 4 to 8 KB; the room for the signature is larger by 16. */
const LARGEST_TOKEN = 14 * 1024;

/**
 * An authority that is asked over HTTP (RFC 3161, 3.4): only ever for the hash, and not to be led elsewhere.
 * @param options.url may hold a key, so no message repeats it
 * @param options.tokens what it knows the service by
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

/** With a nonce, so that an old answer fits no new question, and with the authority's certificate asked for. */
export function requestFor(stamped: Uint8Array, random: Random): ArrayBuffer {
  const nonce = Uint8Array.from(random(8));
  // A positive INTEGER in its shortest form.
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

/** A token may have been withdrawn before its time: one that is refused is replaced once. */
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

/** @param answer DER @throws TimestampError where there is no token in it */
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
