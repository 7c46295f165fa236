import { createTransport } from 'nodemailer';
import { MessageRefusedError, type MessageSender } from './message.ts';

/** For each stage of a conversation with a mail server. */
const STAGE_MS = 10_000;

/** Of the server's last words on a message: 5xx is for good (RFC 5321, 4.2.1). */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false;
  // Who we are, and not what we send, was refused: that can be put right.
  return Number(error.responseCode) >= 500 && error.code !== 'EAUTH';
}

/**
 * Sends e-mails by SMTP.
 * @param options.url `smtp://user:password@host:587` or `smtps://…`; STARTTLS is used where it is offered
 * @param options.from an address, or a name and an address in angle brackets
 */
export function createMailSender(options: { url: string; from: string }): MessageSender {
  const transport = createTransport(
    {
      url: options.url,
      connectionTimeout: STAGE_MS,
      greetingTimeout: STAGE_MS,
      socketTimeout: STAGE_MS,
      dnsTimeout: STAGE_MS,
    },
    // Nothing in a message makes us read a file or fetch an address.
    { disableFileAccess: true, disableUrlAccess: true },
  );
  const domain = /@([^\s>]+)/.exec(options.from)?.[1] ?? 'localhost';
  return {
    async send({ messageId, at, to, subject, text }, signal) {
      const message = {
        from: options.from,
        to,
        subject,
        text,
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
