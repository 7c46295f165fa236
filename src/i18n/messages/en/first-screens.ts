/**
 * The messages of the first screens in English, which are in the first script. They define the keys; the other
 * locales must have the same. `{name}` stands for a value; keys ending in `.one` and `.other` are the plural forms of
 * their stem.
 */
import { essential } from './essential.ts';

export const en = {
  ...essential,

  'frame.step': 'Step {step} of {steps}',
  'frame.stepShort': '{step}/{steps}',
  'frame.ended': 'Session ended',
  'frame.expiresAt': 'ends at {time}',
  'frame.expiresOn': 'ends on {date}',
  'frame.expiresSoon.one': 'This session ends in {n} minute.',
  'frame.expiresSoon.other': 'This session ends in {n} minutes.',
  'frame.sandbox': 'Test session. Nothing here is legally valid.',
  'frame.hashVerified': 'SHA-256 verified',
  'frame.hashUnverified': 'SHA-256',

  'action.reload': 'Check again',
  'action.back': 'Go back',

  'accept.heading.document': 'Review and sign the document',
  'accept.heading.action': 'Review and confirm',
  'accept.intro.document': '{company} asks for your signature on this document.',
  'accept.intro.action': '{company} asks you to confirm this action.',
  'accept.intro.documentNoCompany': 'You are asked for your signature on this document.',
  'accept.intro.actionNoCompany': 'You are asked to confirm this action.',
  'accept.document': 'Document',
  'accept.action': 'Action',
  'accept.reference': 'Reference',
  'accept.signingAs': 'Signing as',
  'accept.confirmingAs': 'Confirming as',
  'accept.next': 'After this step',
  'accept.pages.one': '{n} page',
  'accept.pages.other': '{n} pages',
  'accept.consent.document': 'I have read {document} and agree to sign it as {signer}.',
  'accept.consent.documentNoName': 'I have read {document} and agree to sign it electronically.',
  'accept.consent.action': 'I have read the description above and confirm it.',
  'accept.submit': 'Agree and sign',
  'accept.submitNext': 'Agree and continue',
  'accept.submit.action': 'Confirm',
  'accept.submitting': 'Signing…',
  'accept.confirming': 'Confirming…',
  'accept.stillSigning': 'Still working. Do not close this page: your answer is on its way.',
  'accept.consentMissing.document': 'Tick the box to say that you have read the document and agree.',
  'accept.consentMissing.action': 'Tick the box to say that you confirm.',
  'accept.documentLoading': 'The document is still opening. You can sign as soon as it has opened.',
  'accept.documentReady': 'The document is open. You can sign now.',
  'accept.documentUnread':
    'The document could not be shown here, so it cannot be signed here. Nothing was signed.',
  'accept.actionMissing':
    'The service does not say what you would confirm, so it cannot be confirmed here. Tell whoever sent you the link.',
  'accept.decline': 'Decline',

  'step.otp': 'one-time code',
  'step.liveness': 'face check',
  'step.certificate': 'digital certificate',
  'step.documentPhoto': 'document photo',
  'step.disclosure': 'notice',
  'step.confirmation': 'confirmation',

  'document.view': 'View',
  'document.download': 'Download the document',
  'document.error.heading': 'The document cannot be shown',
  'document.error.unreachable':
    'The document did not arrive. Nothing was signed. Check your connection and try again. If that does not help, tell whoever sent you the link.',
  'document.error.mismatch':
    'The document that arrived is not the one this session was made for. Do not sign it. Tell whoever sent you the link.',
  'document.error.assets':
    'This page is not set up correctly: a part of the signing component is missing. Nothing was signed. Tell whoever sent you the link.',
  'document.error.viewer':
    'The part of this page that shows documents did not load. Check your connection and try again. Nothing was signed.',

  'outcome.completed.heading': 'Document signed',
  'outcome.completed.heading.action': 'Confirmed',
  'outcome.completed.text': '{date}. Keep a copy.',
  'outcome.completed.text.action': '{date}.',
  'outcome.completed.evidence': 'Evidence',
  'outcome.completed.originalHash': 'Hash of the original file (SHA-256)',
  'outcome.completed.signedHash': 'Hash of the signed file (SHA-256)',
  'outcome.completed.download': 'Download the signed document',
  'outcome.completed.verify': 'Check the signature',
  'outcome.completed.verify.action': 'Check the confirmation',
  'outcome.completed.qr': 'QR code that opens the page where the signature can be checked',
  'outcome.declined.heading': 'You declined',
  'outcome.declined.text': 'Nothing was signed. Whoever asked for your signature has been told.',
  'outcome.declined.text.action': 'Nothing was confirmed. Whoever asked you has been told.',
  'outcome.cancelled.heading': 'This session was cancelled',
  'outcome.cancelled.text':
    'The session was cancelled and can no longer be signed. Nothing was signed. If you did not expect this, ask whoever sent you the link.',
  'outcome.cancelled.text.action':
    'The session was cancelled and nothing was confirmed. If you did not expect this, ask whoever sent you the link.',
  'outcome.expired.heading': 'This session has expired',
  'outcome.expired.text':
    'The time to sign ran out on {date}. Nothing was signed. Ask whoever sent you the link for a new one.',
  'outcome.expired.text.action':
    'The time to confirm ran out on {date}. Nothing was confirmed. Ask whoever sent you the link for a new one.',
  'outcome.expired.headingLink': 'This link has expired',
  'outcome.expired.textLink':
    'The time of this link is over. If you signed with it, your signature stands. If you did not, ask whoever sent you the link for a new one.',
  'outcome.failed.heading': 'The signature could not be finished',
  'outcome.failed.text':
    'You did everything right, but the service could not finish the signature. The document is not signed. Ask whoever sent you the link for a new one.',
  'outcome.failed.heading.action': 'The confirmation could not be finished',
  'outcome.failed.text.action':
    'You did everything right, but the service could not finish the confirmation. Nothing is confirmed. Ask whoever sent you the link for a new one.',
  'outcome.invalidLink.heading': 'This link does not work',
  'outcome.invalidLink.text':
    'It may be incomplete or mistyped. Open it again from the original message, or ask whoever sent it for a new one.',
  'outcome.unsupportedBrowser.heading': 'This browser is too old to sign safely',
  'outcome.unsupportedBrowser.text':
    'Update it, or open the link in a recent Chrome, Edge, Firefox or Safari.',
  'outcome.insecurePage.heading': 'This page is not secure',
  'outcome.insecurePage.text':
    'Documents can only be signed on a page that was opened over https. Tell whoever runs this site.',
  'outcome.hostedStep.open': 'Open the signing page',
  'outcome.return': 'Back to {company}',
  'outcome.returnNoCompany': 'Back to the site',
  'outcome.redirecting.one': 'You are taken back in {n} second.',
  'outcome.redirecting.other': 'You are taken back in {n} seconds.',
  'outcome.stay': 'Stay on this page',

  'error.unknown':
    'We could not find out whether your signature went through. Check again before you do anything else.',
  'error.unknown.action':
    'We could not find out whether your confirmation went through. Check again before you do anything else.',
  'problem.offline': 'You are offline, so nothing was sent. Try again when you are back online.',
  'problem.disconnected': 'The connection was lost, and we do not know yet whether your answer arrived. We will check as soon as it is back.',
  'problem.notDone':
    'The service has not confirmed your answer, and so far nothing is signed. Try again: you cannot sign twice.',
  'problem.busy':
    'The service is busy, and so far nothing is signed. Wait a moment, or try again: you cannot sign twice.',
  'problem.refused':
    'The service did not accept this. Nothing was signed. Try again, or go back to whoever sent the link.',
  'problem.notDone.action':
    'The service has not confirmed your answer, and so far nothing is confirmed. Try again: you cannot confirm twice.',
  'problem.busy.action':
    'The service is busy, and so far nothing is confirmed. Wait a moment, or try again: you cannot confirm twice.',
  'problem.refused.action':
    'The service did not accept this. Nothing was confirmed. Try again, or go back to whoever sent the link.',
  'problem.declineNotDone': 'The service has not confirmed that you declined. Try again.',
  'problem.declineUnknown': 'We could not find out whether declining went through. Check again.',
} as const;
