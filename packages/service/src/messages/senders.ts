/** Sending e-mails by SMTP and SMS by a gateway. */
import { timeLimit } from '@sign-session/verify';
import { createTransport } from 'nodemailer';
import { isLoopbackUrl } from '../http/trusted-urls.ts';
import { MessageRefusedError, type MessageSender } from './message.ts';

export interface MailSettings {
  /** Includes the password. */
  readonly url: string;
  readonly from: string;
}

/** Timeout for each stage of an SMTP conversation. */
const STAGE_MS = 10_000;

/**
 * Whether the server refused this recipient or message permanently (RFC 5321, 4.2.1: 5xx). An error about the
 * connection, the login or the sender's address concerns all messages and can be fixed, so it is retried.
 */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false;
  const ofRecipient = error.code === 'EENVELOPE' && 'command' in error && error.command === 'RCPT TO';
  return (ofRecipient || error.code === 'EMESSAGE') && Number(error.responseCode) >= 500;
}

/** A connection to the mail server, with a limit of time for each stage. Requires TLS, except to this machine. */
function transportTo(url: string) {
  return createTransport(
    {
      url,
      // For `smtp:`. Otherwise a man in the middle could strip STARTTLS.
      requireTLS: !isLoopbackUrl(new URL(url)),
      connectionTimeout: STAGE_MS,
      greetingTimeout: STAGE_MS,
      socketTimeout: STAGE_MS,
      dnsTimeout: STAGE_MS,
    },
    // A message must not make the service read a file or fetch a URL.
    { disableFileAccess: true, disableUrlAccess: true },
  );
}

/** Connects to the mail server, logs in, and sends nothing. @throws the connection's error */
export async function tryMailServer({ url }: Pick<MailSettings, 'url'>): Promise<void> {
  const transport = transportTo(url);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/**
 * Sends e-mails by SMTP.
 * @param options.url `smtp://user:password@host:587` or `smtps://…`. Requires TLS, since messages hold codes,
 *   except to this machine
 * @param options.from an address, or a name and an address in angle brackets
 */
export function createMailSender(options: { url: string; from: string }): MessageSender {
  const transport = transportTo(options.url);
  const domain = /@([^\s>]+)/.exec(options.from)?.[1] ?? 'localhost';
  return {
    async send({ messageId, at, to, subject, text, html }, signal) {
      const message = {
        from: options.from,
        to,
        subject,
        text,
        html,
        date: at,
        messageId: `<${messageId}@${domain}>`,
      };
      try {
        await transport.sendMail({ ...message, signal });
      } catch (cause) {
        if (isRefusal(cause))
          throw new MessageRefusedError('The mail server refuses the message.', { cause });
        throw new Error('The mail server did not take the message.', { cause });
      }
    },
  };
}

const TIMEOUT_MS = 10_000;

/** Timeout or rate limit: a retry may succeed. */
const LATER = [408, 425, 429];

/**
 * Sends SMS by an HTTP gateway: `POST {"to": "+55…", "text": "…"}` as JSON, with the message's id as
 * `X-Idempotency-Key`, the same at every attempt. Any 2xx means accepted; 4xx means refused permanently (except
 * 408, 425 and 429). The timeout is 10 s; redirects are not followed.
 * @param options.token sent as `Authorization: Bearer`, so that the URL need not contain a key
 */
export function createSmsGateway(options: { url: string; token?: string | undefined }): MessageSender {
  const { url, token } = options;
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return {
    async send({ messageId, to, text }, signal) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Idempotency-Key': messageId, ...authorization },
        body: JSON.stringify({ to, text }),
        redirect: 'error',
        signal: AbortSignal.any([signal, timeLimit(TIMEOUT_MS)]),
      });
      await response.body?.cancel();
      if (response.ok) return;
      const { status } = response;
      if (status >= 400 && status < 500 && !LATER.includes(status)) {
        throw new MessageRefusedError(`The SMS gateway refuses the message (${status}).`);
      }
      throw new Error(`The SMS gateway did not take the message (${status}).`);
    },
  };
}
