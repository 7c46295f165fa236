import type { Message } from '../messages/message.ts';
import { readableHour } from '../messages/readable-time.ts';
import type { Locale } from '../domain/locales.ts';
import type { Destination } from './code-store.ts';

interface Wording {
  subject(sender: string): string;
  /** The text of an e-mail around the code. */
  mail(sender: string, end: string): { lead: string; rest: string };
  sms(sender: string, code: string, end: string): string;
}

const WORDINGS: Record<Locale, Wording> = {
  'pt-BR': {
    subject: sender => `Seu código de confirmação para ${sender}`,
    mail: (sender, end) => ({
      lead: `Para confirmar que é você, digite este código na página da empresa ${sender}:`,
      rest: `Ele vale até ${end} e só uma vez. Não informe este código a ninguém, nem a quem disser que trabalha conosco. Se você não pediu este código, ignore esta mensagem.`,
    }),
    sms: (sender, code, end) =>
      `${sender}: seu código é ${code}. Vale até ${end}. Não informe este código a ninguém.`,
  },
  en: {
    subject: sender => `Your confirmation code for ${sender}`,
    mail: (sender, end) => ({
      lead: `To confirm that it is you, enter this code on ${sender}’s page:`,
      rest: `It works until ${end} and only once. Do not share it with anyone, even if they say they work for us. If you did not ask for it, ignore this message.`,
    }),
    sms: (sender, code, end) => `${sender}: your code is ${code}. It works until ${end}. Do not share it.`,
  },
  es: {
    subject: sender => `Su código de confirmación para ${sender}`,
    mail: (sender, end) => ({
      lead: `Para confirmar que es usted, escriba este código en la página de ${sender}:`,
      rest: `Vale hasta las ${end} y una sola vez. No se lo diga a nadie, tampoco a quien diga trabajar con nosotros. Si no lo pidió, ignore este mensaje.`,
    }),
    sms: (sender, code, end) =>
      `${sender}: su código es ${code}. Vale hasta las ${end}. No se lo diga a nadie.`,
  },
};

export interface CodeMessageInput {
  readonly destination: Destination;
  readonly code: string;
  /** The message shows the time of expiry: a number of minutes would be wrong if it arrives late. */
  readonly expiresAt: Date;
  readonly locale: Locale;
  /** Name of whoever requests the signature, as the signer knows them. */
  readonly sender: string;
  /** Host name of the page where the code is entered. */
  readonly host: string;
}

/**
 * The message with a code. The subject omits it, because lock screens show subjects. An SMS ends with the line that
 * lets browsers fill the code in on this host only (WebOTP, origin-bound one-time codes).
 */
export function codeMessage({
  destination,
  code,
  expiresAt,
  locale,
  sender,
  host,
}: CodeMessageInput): Message {
  const wording = WORDINGS[locale];
  const end = readableHour(expiresAt, locale);
  const { channel, address: to } = destination;
  if (channel === 'sms')
    return { channel, to, text: `${wording.sms(sender, code, end)}\n\n@${host} #${code}` };
  const { lead, rest } = wording.mail(sender, end);
  return { channel, to, subject: wording.subject(sender), text: [lead, code, rest].join('\n\n') };
}
