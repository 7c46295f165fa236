export const CHANNELS = ['email', 'sms'] as const;
export type Channel = (typeof CHANNELS)[number];

/** What is sent to a person. */
export interface Message {
  readonly channel: Channel;
  readonly to: string;
  /** E-mails only. */
  readonly subject?: string;
  /** Plain text. */
  readonly text: string;
}

/** A message on its way. */
export interface OutgoingMessage extends Message {
  /** The same at every try, so that whoever takes messages can tell a repeat. */
  readonly messageId: string;
  readonly at: Date;
}

/** Whoever takes messages has said no, and would at every further try. */
export class MessageRefusedError extends Error {
  override readonly name = 'MessageRefusedError';
}

/** Takes messages of one channel further. */
export interface MessageSender {
  /**
   * Resolves once the message is somebody else's to deliver. What it throws holds neither address nor text.
   * @throws MessageRefusedError when trying again is of no use
   */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<void>;
}

/** How each channel is served; one that is absent cannot be sent to. */
export type Senders = Readonly<Partial<Record<Channel, MessageSender>>>;
