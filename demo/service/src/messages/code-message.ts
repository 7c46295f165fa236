import type { Destination } from '../one-time-codes/code-store.ts';
import type { Locale } from '../sessions/session.ts';
import type { Message } from './message.ts';

interface Wording {
  subject(sender: string): string;
  /** Lines of an e-mail around the code. */
  mail(sender: string): { lead: string; rest: string };
  sms(sender: string, code: string): string;
}

const WORDINGS: Record<Locale, Wording> = {
  'pt-BR': {
    subject: sender => `Seu código de confirmação para ${sender}`,
    mail: sender => ({
      lead: `Para confirmar que é você, digite este código na página de ${sender}:`,
      rest: 'Ele vale por 5 minutos e só uma vez. Não o informe a ninguém, nem a quem disser que trabalha conosco. Se você não o pediu, ignore esta mensagem.',
    }),
    sms: (sender, code) => `${sender}: seu código é ${code}. Vale por 5 minutos. Não o informe a ninguém.`,
  },
  en: {
    subject: sender => `Your confirmation code for ${sender}`,
    mail: sender => ({
      lead: `To confirm that it is you, enter this code on the page of ${sender}:`,
      rest: 'It works for 5 minutes and only once. Tell it to nobody, whoever they say they are. If you did not ask for it, ignore this message.',
    }),
    sms: (sender, code) => `${sender}: your code is ${code}. It works for 5 minutes. Tell it to nobody.`,
  },
  es: {
    subject: sender => `Su código de confirmación para ${sender}`,
    mail: sender => ({
      lead: `Para confirmar que es usted, escriba este código en la página de ${sender}:`,
      rest: 'Vale 5 minutos y una sola vez. No se lo diga a nadie, tampoco a quien diga trabajar con nosotros. Si no lo pidió, ignore este mensaje.',
    }),
    sms: (sender, code) => `${sender}: su código es ${code}. Vale 5 minutos. No se lo diga a nadie.`,
  },
};

export interface CodeFacts {
  readonly destination: Destination;
  readonly code: string;
  readonly locale: Locale;
  /** Who asks for the signature, as the signer knows them. */
  readonly sender: string;
  /** Host name of the page that the code is for. */
  readonly host: string;
}

/**
 * The message that brings a code. Its subject leaves the code out: lock screens show subjects. An SMS ends with
 * the line that lets a browser fill the code in on this host and on no other (WebOTP, origin-bound one-time
 * codes).
 */
export function codeMessage({ destination, code, locale, sender, host }: CodeFacts): Message {
  const wording = WORDINGS[locale];
  const { channel, address: to } = destination;
  if (channel === 'sms') return { channel, to, text: `${wording.sms(sender, code)}\n\n@${host} #${code}` };
  const { lead, rest } = wording.mail(sender);
  return { channel, to, subject: wording.subject(sender), text: [lead, code, rest].join('\n\n') };
}
