export const CHANNELS = ['email', 'sms'] as const;
export type Channel = (typeof CHANNELS)[number];

/** A message to a person. */
export interface Message {
  readonly channel: Channel;
  readonly to: string;
  /** E-mails only. */
  readonly subject?: string;
  /** Plain text. */
  readonly text: string;
  /** E-mails only: the same as the text, see `mailHtml`. */
  readonly html?: string;
}

/** A message to send. */
export interface OutgoingMessage extends Message {
  /** The same at every attempt, so that the provider can recognise repeats. */
  readonly messageId: string;
  readonly at: Date;
}

/** The provider refused the message permanently. */
export class MessageRefusedError extends Error {
  override readonly name = 'MessageRefusedError';
}

/** Sends messages of one channel. */
export interface MessageSender {
  /**
   * Resolves when the provider has accepted the message. Errors contain neither address nor text.
   * @throws MessageRefusedError when a retry would be useless
   */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<void>;
}

/** The sender of each channel; an absent channel is not available. */
export type Senders = Readonly<Partial<Record<Channel, MessageSender>>>;
