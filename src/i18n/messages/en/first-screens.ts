/**
 * The messages of the first screens in English, which are in the first script. They define the keys; the other
 * locales must have the same. `{name}` stands for a value; keys ending in `.one` and `.other` are the plural forms of
 * their stem.
 */
import { essential } from './essential.ts';

export const en = {
  ...essential,

  'error.heading': 'The session could not be opened',
  'document.openingSlow': 'The document is still opening. On a slow connection this can take a while.',
  'error.offline': 'You are offline. This page will continue automatically when you are connected again.',
  'error.network': 'The service is not responding. Your connection or the service may be down at the moment.',
  'error.service': 'The service is having a problem. Try again in a moment.',
  'error.unexpected': 'The service sent an unexpected answer. Try again in a moment.',

  'frame.close': 'Close',
  'frame.step': 'Step {step} of {steps}',
  'frame.ended': 'Session ended',
  'frame.expiresAt': 'expires at {time}',
  'frame.expiresOn': 'expires on {date}',
  'frame.expiresSoon.one': 'This session expires in {n} minute.',
  'frame.expiresSoon.other': 'This session expires in {n} minutes.',
  'frame.sandbox': 'Test session: not legally binding.',
  'frame.hashVerified': 'SHA-256 verified',
  'frame.hashUnverified': 'SHA-256',

  'action.reload': 'Check again',
  'action.back': 'Go back',

  'accept.heading.document': 'Review and sign the document',
  'accept.heading.action': 'Review and confirm',
  'accept.intro.document': '{company} is asking you to sign this document.',
  'accept.intro.action': '{company} is asking you to confirm this action.',
  'accept.intro.documentNoCompany': 'Your signature is requested on this document.',
  'accept.intro.actionNoCompany': 'Your confirmation is requested.',
  'accept.document': 'Document',
  'accept.action': 'Action',
  'accept.reference': 'Reference',
  'accept.signingAs': 'Signing as',
  'accept.confirmingAs': 'Confirming as',
  'accept.next': 'After this step',
  'accept.pages.one': '{n} page',
  'accept.pages.other': '{n} pages',
  'accept.consent.document': 'I have had access to {document} and agree to sign it as {signer}.',
  'accept.consent.documentNoName': 'I have had access to {document} and agree to sign it electronically.',
  'accept.consent.action': 'I have read the description above and confirm it.',
  'accept.submit': 'Agree and sign',
  'accept.submitNext': 'Agree and continue',
  'accept.submit.action': 'Confirm',
  'accept.submitting': 'Signing…',
  'accept.confirming': 'Confirming…',
  'accept.stillSigning': 'Your answer is still being processed. Do not close this page.',
  'accept.consentMissing.document':
    'Tick the box to show that you have had access to the document and agree.',
  'accept.consentMissing.action': 'Tick the box to show that you have read the description and confirm it.',
  'accept.documentLoading': 'The document is still opening. You can sign as soon as it has opened.',
  'accept.documentArriving': 'The rest of the document has yet to load and be checked. Then you can sign.',
  'accept.documentReady': 'The document is open. You can sign now.',
  'accept.documentUnread':
    'The document could not be shown, so it cannot be signed here. Nothing was signed.',
  'accept.actionMissing':
    'We did not receive a description of the action, so it cannot be confirmed here. Tell whoever sent you the link.',
  'accept.decline': 'Decline',

  'step.otp': 'one-time code',
  'step.liveness': 'face check',
  'step.certificate': 'digital certificate',
  'step.documentPhoto': 'document photo',
  'step.disclosure': 'notice',
  'step.confirmation': 'confirmation',

  'document.view': 'View',
  'document.arriving': 'Loading the document…',
  'document.download': 'Download the document',
  'document.error.heading': 'The document could not be shown',
  'document.error.unreachable':
    'The document did not load. Nothing was signed. Check your connection and try again. If that does not help, tell whoever sent you the link.',
  'document.error.mismatch':
    'The document we received does not belong to this session. Do not sign it. Tell whoever sent you the link.',
  'document.error.assets': 'Part of this page is missing. Reload the page. Nothing was signed.',
  'document.error.viewer':
    'The document viewer did not load. Check your connection and try again. Nothing was signed.',

  'outcome.return': 'Back to {company}',
  'outcome.returnNoCompany': 'Back to the site',

  'error.unknown': 'We could not find out whether your answer was recorded. Check again before you continue.',
  'error.unknown.action':
    'We could not find out whether your confirmation was recorded. Check again before you continue.',
  'problem.offline': 'You are offline, so nothing was sent. Try again when you are back online.',
  'problem.disconnected':
    'The connection was lost, and we do not know yet whether your answer arrived. We will check as soon as it is back.',
  'problem.notDone':
    'The service has not confirmed your answer yet. So far, nothing is signed. Try again: there is no risk of signing twice.',
  'problem.busy':
    'The service is busy. So far, nothing is signed. Wait a moment or try again: there is no risk of signing twice.',
  'problem.refused':
    'The service did not accept your answer. Nothing was signed. Try again, or contact whoever sent you the link.',
  'problem.notDone.action':
    'The service has not recorded your answer yet. So far, nothing is confirmed. Try again: there is no risk of confirming twice.',
  'problem.busy.action':
    'The service is busy. So far, nothing is confirmed. Wait a moment or try again: there is no risk of confirming twice.',
  'problem.refused.action':
    'The service did not accept your answer. Nothing was confirmed. Try again, or contact whoever sent you the link.',
  'problem.declineNotDone': 'The service has not confirmed yet that you declined. Try again.',
  'problem.declineUnknown': 'We could not find out whether your refusal was recorded. Check again.',
} as const;
