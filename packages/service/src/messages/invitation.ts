import { nameInTexts } from '../domain/identifiers.ts';
import type { Locale } from '../domain/locales.ts';
import type { Session } from '../domain/session.ts';
import { readableTime } from '../domain/readable-time.ts';
import { mailHtml } from './mail-html.ts';
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
  sms(facts: Pick<InvitationFacts, 'sender' | 'isDocument' | 'link'>): string;
  text(facts: InvitationFacts): string;
  /** On the button of the link. */
  button(isDocument: boolean): string;
}

const WORDINGS: Record<Locale, InvitationWording> = {
  'pt-BR': {
    button: isDocument => (isDocument ? 'Ler e assinar' : 'Ler e confirmar'),
    sms: ({ sender, isDocument, link }) =>
      `${sender} pede sua ${isDocument ? 'assinatura' : 'confirmação'}. O link é só seu, não encaminhe: ${link}`,
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
    button: isDocument => (isDocument ? 'Read and sign' : 'Read and confirm'),
    sms: ({ sender, isDocument, link }) =>
      `${sender} asks for your ${isDocument ? 'signature' : 'confirmation'}. The link is yours alone, do not forward it: ${link}`,
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
    button: isDocument => (isDocument ? 'Leer y firmar' : 'Leer y confirmar'),
    sms: ({ sender, isDocument, link }) =>
      `${sender} solicita su ${isDocument ? 'firma' : 'confirmación'}. El enlace es solo suyo, no lo reenvíe: ${link}`,
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
    signer: nameInTexts(signer),
    about: subjectOf(session),
    isDocument: session.document !== undefined,
    expiry: readableTime(session.expiresAt, session.locale),
    link,
  };
  const { locale } = session;
  const wording = WORDINGS[locale];
  const subject = wording.subject(facts);
  const text = wording.text(facts);
  const links = [{ href: link, label: wording.button(facts.isDocument) }];
  return {
    channel: 'email',
    to: signer.email,
    subject,
    text,
    html: mailHtml({ locale, subject, text, links }),
  };
}

/** The SMS that brings a signer their link, with its credential. @throws TypeError without a phone number */
export function linkBySms({
  session,
  sender,
  link,
}: {
  session: Session;
  sender: string;
  link: string;
}): Message {
  const { phone } = session.request.signer;
  if (phone === undefined) throw new TypeError('An SMS needs a phone number.');
  const isDocument = session.document !== undefined;
  return { channel: 'sms', to: phone, text: WORDINGS[session.locale].sms({ sender, isDocument, link }) };
}
