import type { EvidenceRecord } from '../record.ts';

/** The texts of the verifier page in English, which define the keys of the other languages. */
export const en = {
  titleSignature: 'Signature verification',
  titleAction: 'Confirmation verification',
  language: 'Language',
  testBanner: 'Made in a test environment, without legal effect.',
  results: {
    start: {
      heading: 'Signature verification',
      text: 'Choose a signed document to see who signed it and whether anything changed since.',
    },
    loading: { heading: 'Signature verification', text: 'Looking up the evidence…' },
    checking: { heading: 'Checking the file…', text: 'The file stays on this device.' },
    intact: {
      heading: 'Signature intact',
      text: 'This is the signed file, byte for byte, and nothing has changed since.',
    },
    intactAction: {
      heading: 'Confirmation intact',
      text: 'This is the evidence pack of the confirmation, byte for byte.',
    },
    intactFile: {
      heading: 'Signatures intact',
      text: 'The signatures in this file are valid and its content has not changed since.',
    },
    intactPage: {
      heading: 'Evidence page intact',
      text: 'This is the evidence page of the signature, byte for byte. The signed document is another file.',
    },
    intactCombined: {
      heading: 'Signed by all, and intact',
      text: 'This is the document with the signatures of all, byte for byte, and nothing has changed since.',
    },
    intactOther: {
      heading: 'Signature intact',
      text: 'This file was signed together with the one of this evidence. It is intact, byte for byte.',
    },
    intactTestFile: {
      heading: 'Test signatures intact',
      text: 'The test signatures in this file are right and its content has not changed since.',
    },
    original: {
      heading: 'The original, without the signature',
      text: 'This is the file from before it was signed. Ask the sender for the signed file.',
    },
    otherVersion: {
      heading: 'Same document, another version',
      text: 'The whole original is in this file, with other additions. Compare the signatures below.',
    },
    otherFile: {
      heading: 'This is not the signed file',
      text: 'This evidence is about another file. Check that you opened the right document.',
    },
    changed: {
      heading: 'Changed after signing',
      text: 'The content of this file is no longer what was signed. Ask for another copy.',
    },
    unsigned: {
      heading: 'This PDF has no signatures',
      text: 'No digital signature was found in the file.',
    },
    unreadable: {
      heading: 'This PDF could not be read',
      text: 'The file is damaged, or has a structure that cannot be checked here.',
    },
    foreign: {
      heading: 'This type of file is not checked here',
      text: 'Choose a PDF or an evidence pack (.p7m).',
    },
    unknown: {
      heading: 'Evidence not found',
      text: 'There is no evidence with this id. Check the address. Tests are deleted after 7 days.',
    },
  },
  /** Headings of the answers about a test’s record. */
  ofTest: {
    signature: { recorded: 'Test signature recorded', intact: 'Test signature intact' },
    action: { recorded: 'Test confirmation recorded', intact: 'Test confirmation intact' },
  },
  recordedSignature: 'Signature on record',
  recordedAction: 'Confirmation on record',
  dropToCompare: 'To find out whether your file is the one that was signed, choose it below.',
  signedBy: (who: string, when: string) => `Signed by ${who} on ${when}.`,
  confirmedBy: (who: string, when: string) => `Confirmed by ${who} on ${when}.`,
  kinds: {
    simple: 'Simple electronic signature, Brazilian Law 14.063/2020.',
    advanced: 'Advanced electronic signature, Brazilian Law 14.063/2020.',
    qualified: 'Qualified electronic signature (ICP-Brasil), Brazilian Law 14.063/2020.',
  } satisfies Record<NonNullable<EvidenceRecord['signatureKind']>, string>,
  undecided: 'The check could not be completed',
  invalid: 'Signature not valid',
  reasons: {
    unavailable: 'The evidence cannot be looked up at the moment. Try again later.',
    unanswered: 'The service did not answer. Check your connection and reload the page.',
    insecure: 'Browsers check files on secure pages (https) only. Open this page by https.',
    tooLarge: 'The file is larger than 64 MB and cannot be checked here.',
    tooLong: 'The check took too long and was stopped.',
    broken: 'The check stopped because of a fault on this page. Reload it and try again.',
    noRoots: 'Offline, the certificate could not be checked. Try again with a connection.',
    format: 'The signature has a format that is not accepted.',
    untrusted: 'The certificate was not issued by an authority that this service trusts.',
    revocationUnknown: 'The content is intact. Whether the certificate was revoked could not be checked.',
    revoked: 'The certificate was revoked.',
    expired: 'The certificate has expired, and nothing proves that the signature is older.',
    expiredUnchecked:
      'The certificate has expired. A timestamp proves that the signature is older, but nothing proves that the certificate had not been revoked by then.',
    notYetValid: 'The signature was made before the certificate became valid.',
    weak: 'The key or the hash is too weak by today’s standards.',
    notComputable: 'The signature uses an algorithm that is not computed here.',
    unclearChanges: 'Something was added to the file after signing, in a way that is not checked.',
    ambiguousDocument: 'Different programs may show different documents from this file.',
    filledLater:
      'Form fields were filled in after signing. What the document shows now is not exactly what was signed.',
    markedLater:
      'Valid for the document as it was signed. A later signature put a visible mark on it: compare below.',
    filledUnchecked:
      'Form fields were filled in after signing, so the document no longer shows exactly what was signed. Whether the certificate was revoked could not be checked either.',
    markedUnchecked:
      'A later signature put a visible mark on the document: compare below. Whether the certificate was revoked could not be checked.',
    other: 'The certificate cannot be accepted for this signature.',
  },

  drop: 'Choose the file you received, or drop it here',
  dropPack: 'Choose the evidence pack (.p7m), or drop it here',
  dropAny: 'Choose a signed PDF or a .p7m, or drop it here',
  dropAnother: 'Check another file',
  dropPrivacy: 'It is checked on this device and sent to nobody.',

  fileHeading: 'The file you chose',
  fileRelation: {
    signed: 'It is the signed file, byte for byte',
    pack: 'It is the evidence pack, byte for byte',
    evidencePage: 'It is the evidence page, byte for byte',
    combined: 'It is the document with the signatures of all, byte for byte',
    original: 'It is the original document, before signing',
    otherVersion: 'It contains the whole original document, with other additions',
    other: 'It is not the same as any file of this evidence',
    recordUnknown: 'It was not compared with the service’s record',
  },
  fileOfEnvelope: (who: string) => `It is the file that ${who} signed, of the same document, byte for byte`,
  fileOfBatch: (position: number, total: number) =>
    `It is document ${position} of ${total} that were signed together, byte for byte`,
  signedWith: (holder: string, issuer: string) =>
    `Signed with the certificate of ${holder}, issued by ${issuer}`,
  timestampBy: (holder: string) => `Timestamp by ${holder}`,
  signatureBroken: 'The signature does not match the content',
  unknownHolder: 'an unknown holder',
  unchanged: 'Nothing changed after the signature',
  laterSignatures: 'Only other signatures and validation data came after it',
  filled: (field: string, before: string, after: string) =>
    `The field “${field}” changed from “${before}” to “${after}” after the signature`,
  changedLater: 'The document changed after the signature',
  markedBy: (who: string, page: number | undefined) =>
    `A later signature, by ${who}, put a visible mark on ${page === undefined ? 'the document' : `page ${page}`}: compare`,
  showSigned: 'Show what was signed',
  signedIsWhole: 'Nothing came after this signature. What was signed is the whole file.',
  signedIsPart: 'The file as it was when this signature was made, without what came later.',
  downloadSigned: 'Download the file as it was signed (PDF)',
  signedName: (name: string, position: number) => `${name} - signature ${position}.pdf`,
  pagesLoading: 'Loading the pages…',
  pagesFailed: 'The pages could not be shown. Download the file to look at them.',
  pageFailed: 'This page could not be shown.',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  pageOf: (page: number, pages: number) => `Page ${page} of ${pages}`,
  asSigned: 'As it was signed',
  asItIs: 'As the file is now',
  pagePicture: (page: number, which: string) => `Page ${page}: ${which}`,
  changesUnclear: 'Whether anything changed later could not be determined',
  trusted: 'The certificate was issued by an authority that the service trusts',
  untrusted: 'The certificate was not issued by an authority that the service trusts',
  revocation: {
    good: 'The certificate was not revoked',
    revoked: 'The certificate was revoked',
    unknown: 'Whether the certificate was revoked could not be checked',
    'not-stated': 'The certificate does not say where to look up revocation',
  },
  unsignedBytes: (bytes: string) => `${bytes} bytes at the end of the file are covered by no signature`,
  statedTime: (time: string) => `Stated time: ${time}`,
  stampedTime: (time: string) => `Time proven by a timestamp: ${time}`,
  fileHash: 'SHA-256 of this file',
  // The check by the service, of a file that is sent to it.
  fullCheckWhat:
    'To find out what is missing, the file can be sent to the service. It asks the authorities and does not keep the file.',
  fullCheckAsk: 'Send for the full check',
  fullCheckRuns: 'Asking the authorities…',
  fullCheckDone: 'Checked by the service, too',
  fullCheckFailed: 'The service could not check the file. Try again in a minute.',
  fullCheckTooLarge:
    'To find out what is missing, the file would have to be sent to the service, which takes files of up to 7.5 MB only.',

  howSigned: 'How it was signed',
  howConfirmed: 'How it was confirmed',
  steps: {
    CLICK_ACCEPT: 'Had access to the document and agreed',
    OTP_CHALLENGE: 'One-time code sent',
    OTP_VERIFY: 'Code entered and verified',
    BIOMETRIC_LIVENESS: 'Liveness check by camera',
    BIOMETRIC_MATCH: 'Face matched',
    DIGITAL_SIGN_A1: 'Signed with a digital certificate',
    SERPRO_IDENTITY_CHECK: 'Identity checked against a government database',
    DOCUMENT_PHOTO_MATCH: 'Face compared with the ID document’s photo',
    PURPOSE_DISCLOSURE: 'Acknowledged the purpose',
  } satisfies Record<EvidenceRecord['steps'][number]['type'], string>,
  performedBy: {
    signer: 'by the signer',
    integrator: 'reported by the requester',
    service: 'by the service',
  },
  readAndAgreed: (viewed: number, pages: number) =>
    pages === 1 ? 'Viewed the page and agreed' : `Viewed ${viewed} of ${pages} pages and agreed`,
  confirmedAction: 'Read the description and confirmed',
  codeSentTo: (contact: string) => `Code sent to ${contact}`,
  actionHeading: 'What was confirmed',
  reference: 'Reference',

  envelopeHeading: 'Other signers',
  envelopeProgress: (done: number, all: number) => `${done} of ${all} people have signed.`,
  envelopeSigner: (name: string, when: string) => `${name}, signed on ${when}`,

  recordHeading: 'Record',
  requestedBy: 'Requested by',
  sealedBy: 'Sealed by',
  issuedBy: (issuer: string) => `certificate issued by ${issuer}`,
  document: 'Document',
  evidenceId: 'Evidence id',
  batch: 'Signed together',
  batchPlace: (position: number, total: number) => `document ${position} of ${total}`,
  listHash: 'SHA-256 of the list of documents',
  originalHash: 'SHA-256 of the original document',
  signedHash: 'SHA-256 of the signed file',
  combinedHash: 'SHA-256 of the document signed by all',
  packHash: 'SHA-256 of the evidence pack',
  copy: 'Copy',
  copied: 'Copied',
  copyWhat: (what: string) => `Copy: ${what}`,

  print: 'Print',
  technical: 'Technical details',
  downloads: 'Download the files',
  downloadsWho: 'The files belong to the signer and the requester. Paste the personal link you received.',
  downloadsField: 'Personal link or access token',
  downloadsAsk: 'Show the files',
  downloadsNone: 'This link gives no access to the files of this evidence.',
  downloadsFailed: 'The files could not be looked up. Try again.',
  download: {
    finalPdf: 'Signed document (PDF)',
    originalDocument: 'Original document (PDF)',
    evidencePage: 'Evidence page (PDF)',
    evidencePack: 'Evidence pack (.p7m)',
  },
};
