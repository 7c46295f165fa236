import type { Locale } from '../domain/locales.ts';
import type { Session } from '../domain/session.ts';
import { readableTime } from '../domain/readable-time.ts';
import type { Message } from './message.ts';

interface InvitationFacts {
  readonly sender: string;
  readonly signer: string;
  /** See `subjectOf`. */
  readonly about: string;
  readonly isDocument: boolean;
  readonly expiry: string;
  readonly link: string;
}

interface InvitationWording {
  subject(facts: InvitationFacts): string;
  text(facts: InvitationFacts): string;
}

const WORDINGS: Record<Locale, InvitationWording> = {
  'pt-BR': {
    subject: ({ sender, isDocument }) => `${sender} pediu sua ${isDocument ? 'assinatura' : 'confirmação'}`,
    text: ({ sender, signer, about, isDocument, expiry, link }) =>
      [
        `Olá, ${signer},`,
        isDocument
          ? `${sender} enviou o documento “${about}” para você assinar.`
          : `${sender} pede que você confirme: “${about}”.`,
        `Para ler e ${isDocument ? 'assinar' : 'confirmar'}, abra:\n${link}`,
        `O link é pessoal: quem tiver acesso a ele pode ${isDocument ? 'assinar' : 'confirmar'} em seu nome. Por isso, não encaminhe esta mensagem. Ele vale até ${expiry}.`,
        'Se você não esperava este pedido, ignore esta mensagem.',
      ].join('\n\n'),
  },
  en: {
    subject: ({ sender, isDocument }) =>
      `${sender} asks for your ${isDocument ? 'signature' : 'confirmation'}`,
    text: ({ sender, signer, about, isDocument, expiry, link }) =>
      [
        `Hello ${signer},`,
        isDocument
          ? `${sender} has sent you the document “${about}” to sign.`
          : `${sender} asks you to confirm: “${about}”.`,
        `To read and ${isDocument ? 'sign' : 'confirm'} it, open:\n${link}`,
        `The link is personal: whoever has it can ${isDocument ? 'sign' : 'confirm'} in your name, so please do not forward it. It works until ${expiry}.`,
        'If you did not expect this, ignore this message.',
      ].join('\n\n'),
  },
  es: {
    subject: ({ sender, isDocument }) => `${sender} solicita su ${isDocument ? 'firma' : 'confirmación'}`,
    text: ({ sender, signer, about, isDocument, expiry, link }) =>
      [
        `Hola, ${signer}:`,
        isDocument
          ? `${sender} le envió el documento «${about}» para que lo firme.`
          : `${sender} le pide que confirme: «${about}».`,
        `Para leerlo y ${isDocument ? 'firmarlo' : 'confirmarlo'}, abra:\n${link}`,
        `El enlace es personal: quien lo tenga puede ${isDocument ? 'firmar' : 'confirmar'} en su nombre, así que no lo reenvíe. Vale hasta ${expiry}.`,
        'Si no esperaba esta solicitud, ignore este mensaje.',
      ].join('\n\n'),
  },
};

const LONGEST_SUBJECT = 120;

/** The subject of a session on one line: the document's file name, or the start of the action's description. */
export function subjectOf({ document, request }: Session): string {
  const [line = ''] = (document?.filename ?? request.action?.description ?? '').split('\n');
  const characters = Array.from(line);
  return characters.length <= LONGEST_SUBJECT ? line : `${characters.slice(0, LONGEST_SUBJECT).join('')}…`;
}

/**
 * The e-mail that asks a signer to sign. Its link contains the signer's credential. Besides the response to
 * creation, this is the only way in which the secret leaves the service.
 */
export function invitation(options: { session: Session; sender: string; link: string }): Message {
  const { session, sender, link } = options;
  const { signer } = session.request;
  if (signer.email === undefined) throw new TypeError('An invitation needs an e-mail address.');
  const facts = {
    sender,
    signer: signer.name,
    about: subjectOf(session),
    isDocument: session.document !== undefined,
    expiry: readableTime(session.expiresAt, session.locale),
    link,
  };
  const wording = WORDINGS[session.locale];
  return { channel: 'email', to: signer.email, subject: wording.subject(facts), text: wording.text(facts) };
}
