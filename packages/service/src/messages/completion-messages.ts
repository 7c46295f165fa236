import { nameInTexts } from '../domain/identifiers.ts';
import type { Locale } from '../domain/locales.ts';
import type { Session } from '../domain/session.ts';
import { subjectOf } from './invitation.ts';
import { mailHtml } from './mail-html.ts';
import type { Message } from './message.ts';
import { readableTime } from '../domain/readable-time.ts';

interface CompletionFacts {
  readonly name: string;
  readonly about: string;
  readonly time: string;
  readonly verifierUrl: string;
}

interface CompletionWording {
  subject(about: string): string;
  /** On the buttons of the signer's link and of the evidence. */
  readonly buttons: { readonly result: string; readonly evidence: string };
  signer(facts: CompletionFacts & { link: string; expiry: string }): string[];
  owner(facts: CompletionFacts): string[];
}

const WORDINGS: Record<Locale, CompletionWording> = {
  'pt-BR': {
    subject: about => `Concluído: ${about}`,
    buttons: { result: 'Ver o resultado', evidence: 'Conferir a evidência' },
    signer: ({ name, about, time, verifierUrl, link, expiry }) => [
      `Olá, ${name},`,
      `Você concluiu “${about}” em ${time}.`,
      `Até ${expiry}, veja o resultado e baixe o documento assinado, se houver, em:\n${link}`,
      `O link é pessoal, por isso não encaminhe esta mensagem. Quem quiser conferir a evidência pode abrir:\n${verifierUrl}`,
    ],
    owner: ({ name, about, time, verifierUrl }) => [
      `${name} concluiu “${about}” em ${time}.`,
      `A evidência pode ser conferida em:\n${verifierUrl}`,
    ],
  },
  en: {
    subject: about => `Completed: ${about}`,
    buttons: { result: 'See the result', evidence: 'Check the evidence' },
    signer: ({ name, about, time, verifierUrl, link, expiry }) => [
      `Hello ${name},`,
      `You completed “${about}” on ${time}.`,
      `Until ${expiry} you can see the result, and download the signed document if there is one, at:\n${link}`,
      `The link is personal, so please do not forward it. Whoever wants to check the evidence can open:\n${verifierUrl}`,
    ],
    owner: ({ name, about, time, verifierUrl }) => [
      `${name} completed “${about}” on ${time}.`,
      `The evidence can be checked at:\n${verifierUrl}`,
    ],
  },
  es: {
    subject: about => `Completado: ${about}`,
    buttons: { result: 'Ver el resultado', evidence: 'Verificar la evidencia' },
    signer: ({ name, about, time, verifierUrl, link, expiry }) => [
      `Hola, ${name}:`,
      `Completó «${about}» el ${time}.`,
      `Hasta el ${expiry} puede ver el resultado, y descargar el documento firmado si lo hay, en:\n${link}`,
      `El enlace es personal, así que no lo reenvíe. Quien quiera verificar la evidencia puede abrir:\n${verifierUrl}`,
    ],
    owner: ({ name, about, time, verifierUrl }) => [
      `${name} completó «${about}» el ${time}.`,
      `La evidencia se puede verificar en:\n${verifierUrl}`,
    ],
  },
};

/**
 * The e-mails about a completion: to the owner, and to a signer whom the owner invited. If the request named no
 * owner, the integrator informs people, as it invites them.
 * @param facts.link the signer's link, as in their invitation
 */
export function completionMessages(
  session: Session,
  facts: { at: Date; verifierUrl: string; link: string },
): Message[] {
  const { locale, expiresAt, request } = session;
  const { signer, ownerEmail, inviteSent } = request;
  if (ownerEmail === undefined) return [];
  const wording = WORDINGS[locale];
  const { verifierUrl, link } = facts;
  const about = subjectOf(session);
  const common = { name: nameInTexts(signer), about, time: readableTime(facts.at, locale), verifierUrl };
  const mail = (to: string, paragraphs: string[]): Message => {
    const subject = wording.subject(about);
    const text = paragraphs.join('\n\n');
    const links = [
      { href: link, label: wording.buttons.result },
      { href: verifierUrl, label: wording.buttons.evidence },
    ];
    return { channel: 'email', to, subject, text, html: mailHtml({ locale, subject, text, links }) };
  };
  const toOwner = mail(ownerEmail, wording.owner(common));
  if (signer.email === undefined || inviteSent !== true) return [toOwner];
  const expiry = readableTime(expiresAt, locale);
  return [toOwner, mail(signer.email, wording.signer({ ...common, link, expiry }))];
}
