/** The scenarios of clicks, codes, envelopes and certificates. */
import { NAMED_FAULTS } from '../conditions/named-faults.ts';
import { COMPLETED, type Expectation, NOT_SIGNED, type Scenario, type ScenarioGroup } from './scenario.ts';

export const CLICK: ScenarioGroup = {
  name: 'Click',
  words: 'accept acceptance consent checkbox agree',
  scenarios: [
    {
      id: 'click',
      name: 'One click',
      summary: 'Signed with one click',
      steps: ['Tick the box and sign.'],
      expected: COMPLETED,
    },
    {
      id: 'click-long',
      name: 'A contract of 50 pages',
      summary: 'All pages can be read, then signed',
      words: 'large big many pages',
      sample: '50',
      steps: ['Scroll, search and zoom in the document.', 'Tick the box and sign.'],
      expected: COMPLETED,
    },
    {
      id: 'click-batch',
      name: 'Three documents at once',
      summary: 'Each can be read, and all are signed together',
      words: 'batch several many documents list together',
      subject: 'batch',
      steps: ['Open a document of the list, and go on to the next.', 'Tick the box and sign all three.'],
      expected: COMPLETED,
    },
    {
      id: 'click-notice',
      name: 'Notice first',
      summary: 'The notice on personal data comes before the document',
      words: 'purpose disclosure lgpd privacy',
      values: { '/policy/profile': 'CUSTOM', '/policy/customSteps': 'PURPOSE_DISCLOSURE, CLICK_ACCEPT' },
      steps: ['Read and acknowledge the notice.', 'Tick the box and sign.'],
      expected: [
        { kind: 'event', name: 'sign-step', detail: 'step=purposeDisclosure' },
        { kind: 'action', name: 'acknowledge_purpose', times: 1 },
        ...COMPLETED,
      ],
    },
    {
      id: 'click-company',
      name: 'A company signs',
      summary: 'The CNPJ stands where a person’s CPF would',
      words: 'cnpj legal entity',
      signer: 'letters',
      steps: ['Tick the box and sign.'],
      expected: COMPLETED,
    },
    {
      id: 'click-long-name',
      name: 'A very long name',
      summary: 'The name wraps and nothing is cut off',
      signer: 'long-name',
      steps: ['Look at 320 pixels too.', 'Tick the box and sign.'],
      expected: COMPLETED,
    },
    {
      id: 'click-brand',
      name: 'Another brand',
      summary: 'Colours, corners, title and button as the integrator sets them',
      words: 'theme appearance logo colours white label',
      values: {
        '/appearance/companyName': 'Verde Saúde',
        '/appearance/brandColor': '#2fa084',
        '/appearance/borderRadius': '16px',
        '/appearance/title': 'Seu plano de saúde',
        '/appearance/submitLabel': 'Contratar',
      },
      steps: ['Change “Appearance” and watch the device.', 'Tick the box and sign.'],
      expected: COMPLETED,
    },
  ],
};

const WITH_CODE = { '/policy/profile': 'CLICK_PLUS_OTP' };
const ACCEPT = 'Tick the box and continue.';
const COPY = 'Copy the code from the inbox and confirm it.';

/** A code is good for 5 minutes. */
const CODE_LIFETIME_S = 300;

export const CODE: ScenarioGroup = {
  name: 'Code',
  words: 'otp one-time code 2fa token email',
  scenarios: [
    {
      id: 'code',
      name: 'Right code',
      summary: 'Signed in one try',
      values: WITH_CODE,
      steps: [ACCEPT, COPY],
      expected: [
        { kind: 'message', channel: 'email' },
        { kind: 'action', name: 'verify_otp', times: 1 },
        ...COMPLETED,
      ],
    },
    {
      id: 'code-wrong',
      name: 'Wrong code, then right',
      summary: 'Says how many attempts are left, then signed',
      values: WITH_CODE,
      steps: [ACCEPT, 'Enter 000000.', COPY],
      expected: [
        { kind: 'stepError', error: 'wrong-code' },
        { kind: 'action', name: 'verify_otp', times: 2 },
        ...COMPLETED,
      ],
    },
    {
      id: 'code-blocked',
      name: 'Blocked after 3 wrong codes',
      summary: 'The code is dead, a new one is offered',
      words: 'attempts exhausted locked too many',
      values: WITH_CODE,
      steps: [ACCEPT, 'Enter 000000 three times.', 'Ask for a new code after 30 s, if you like.'],
      expected: [{ kind: 'stepError', error: 'code-exhausted' }],
    },
    {
      id: 'code-expired',
      name: 'Expired code',
      summary: 'Six minutes pass at the code; a new one is asked for',
      words: 'timeout old',
      values: WITH_CODE,
      moments: [
        {
          at: 'sign-step',
          detail: 'step=otp',
          act: { kind: 'moveClock', seconds: CODE_LIFETIME_S + 60 },
        },
      ],
      steps: [ACCEPT, COPY],
      expected: [{ kind: 'stepError', error: 'code-expired' }],
    },
    {
      id: 'code-sms',
      name: 'By SMS',
      summary: 'The code comes to the phone',
      words: 'text message phone mobile',
      values: { ...WITH_CODE, '/signer/otpChannel': 'sms' },
      steps: [ACCEPT, COPY],
      expected: [{ kind: 'message', channel: 'sms' }, ...COMPLETED],
    },
    {
      id: 'code-choice',
      name: 'E-mail or SMS, as the signer likes',
      summary: 'The signer chooses where the code goes',
      words: 'channel',
      values: { ...WITH_CODE, '/signer/otpChannelSelectable': 'true' },
      steps: [ACCEPT, 'Choose SMS.', COPY],
      expected: [{ kind: 'message', channel: 'sms' }, ...COMPLETED],
    },
    {
      id: 'code-answer-lost',
      name: 'The answer to the right code is lost',
      summary: 'Says signed, and the code counts once',
      words: 'retry idempotent network',
      values: WITH_CODE,
      faults: [NAMED_FAULTS.codeAnswerLost.fault],
      steps: [ACCEPT, COPY],
      expected: COMPLETED,
    },
  ],
};

export const ENVELOPE: ScenarioGroup = {
  name: 'Envelope',
  words: 'multi-signer multiple signers several group',
  scenarios: [
    {
      id: 'envelope',
      name: 'Three signers, one by one',
      summary: 'Each waits for the one before and continues by itself',
      words: 'sequential order turn waiting',
      subject: 'envelope',
      steps: ['Sign as each of the three, from the left.'],
      expected: [
        { kind: 'event', name: 'sign-completed', detail: 'signer=1' },
        { kind: 'event', name: 'sign-completed', detail: 'signer=3' },
        { kind: 'status', is: 'COMPLETED' },
      ],
    },
    {
      id: 'envelope-parallel',
      name: 'Two signers, all at once',
      summary: 'Both can sign in any order',
      words: 'parallel any order simultaneous',
      subject: 'envelope',
      values: { '/signingMode': 'PARALLEL', '/totalSigners': '2' },
      steps: ['Sign as the second first, then as the first.'],
      expected: [
        { kind: 'event', name: 'sign-completed', detail: 'signer=2' },
        { kind: 'event', name: 'sign-completed', detail: 'signer=1' },
        { kind: 'status', is: 'COMPLETED' },
      ],
    },
    {
      id: 'envelope-declined',
      name: 'One declines',
      summary: 'The first declines; the envelope stays open for somebody in their place',
      words: 'reject refuse decline',
      subject: 'envelope',
      values: { '/totalSigners': '2' },
      steps: ['Decline as the first, with a reason.'],
      expected: [
        { kind: 'event', name: 'sign-declined', detail: 'signer=1' },
        { kind: 'noEvent', name: 'sign-completed' },
        { kind: 'status', is: 'ACTIVE' },
      ],
    },
  ],
};

/** A session that is signed with one of the test certificates. */
function withCertificate(
  certificate: string,
  rest: Pick<Scenario, 'name' | 'summary'> & Partial<Scenario>,
): Scenario {
  return {
    id: `certificate-${certificate}`,
    values: { '/policy/profile': 'DIGITAL_CERTIFICATE' },
    certificate,
    steps: [
      'Tick the box and continue.',
      `Download ${certificate}.p12 and choose it.`,
      'Paste its password.',
      'Sign.',
    ],
    expected: COMPLETED,
    ...rest,
  };
}

/** A session that is signed by a certificate of a test provider, which has one of whoever signs. */
function inTheCloud(
  id: string,
  decision: string,
  rest: Pick<Scenario, 'name' | 'summary'> & Partial<Scenario>,
): Scenario {
  return {
    id: `cloud-${id}`,
    values: { '/policy/profile': 'DIGITAL_CERTIFICATE' },
    steps: [
      'Tick the box and continue.',
      'Choose the cloud and VIDaaS (teste), and authorise.',
      `On the provider’s page press “${decision}”.`,
    ],
    expected: [{ kind: 'action', name: 'complete_cloud_signing', times: 0 }, ...NOT_SIGNED],
    ...rest,
  };
}

/** The same by a provider that is told what is signed, and visited twice. */
function byHashes(id: string, rest: Pick<Scenario, 'name' | 'summary'> & Partial<Scenario>): Scenario {
  return inTheCloud(`hashes-${id}`, 'Autorizar', {
    steps: [
      'Tick the box and continue.',
      'Choose the cloud and CSC 2.2 (teste), and authorise.',
      'On the provider’s page press “Autorizar”, and again for the signatures.',
    ],
    ...rest,
  });
}

/** A session whose document is signed at the test portal, and handed in. */
function atThePortal(
  id: string,
  place: string,
  rest: Pick<Scenario, 'name' | 'summary'> & Partial<Scenario>,
): Scenario {
  return {
    id: `portal-${id}`,
    values: { '/policy/profile': 'DIGITAL_CERTIFICATE' },
    steps: [
      'Tick the box and continue.',
      'Choose the gov.br portal, download the document, and open the portal.',
      `There, give the signer’s CPF, and sign: “${place}”.`,
      'Choose the signed file and send it.',
    ],
    expected: [{ kind: 'action', name: 'submit_signed_document', times: 1 }, ...COMPLETED],
    ...rest,
  };
}

/** The widget keeps it from being sent. */
const KEPT_BACK: readonly Expectation[] = [
  { kind: 'event', name: 'sign-step', detail: 'step=certificate' },
  { kind: 'action', name: 'complete_signing', times: 0 },
  ...NOT_SIGNED,
];

export const CERTIFICATE: ScenarioGroup = {
  name: 'Certificate',
  words: 'icp-brasil a1 a3 p12 pfx pkcs12 digital qualified csc',
  scenarios: [
    withCertificate('good', { name: 'Good', summary: 'RSA 2048; signed with the signer’s own key' }),
    withCertificate('ec', { name: 'Elliptic curve', summary: 'EC P-256; signed' }),
    withCertificate('legacy', { name: 'Old export', summary: 'RC2-40 and 3DES, as old files are; signed' }),
    withCertificate('ecnpj', {
      name: 'A company’s',
      summary: 'An e-CNPJ signs for the company that the session names',
      values: { '/policy/profile': 'DIGITAL_CERTIFICATE', '/signer/cnpj': '11.222.333/0001-81' },
    }),
    withCertificate('other-cpf', {
      name: 'Somebody else’s',
      summary: 'The widget refuses it: another CPF',
      expected: KEPT_BACK,
    }),
    withCertificate('expired', {
      name: 'Expired',
      summary: 'The widget refuses it',
      expected: KEPT_BACK,
    }),
    withCertificate('not-yet-valid', {
      name: 'Not yet valid',
      summary: 'The widget refuses it',
      expected: KEPT_BACK,
    }),
    withCertificate('weak', {
      name: 'Weak key',
      summary: 'RSA 1024: the widget refuses it',
      expected: KEPT_BACK,
    }),
    withCertificate('revoked', {
      name: 'Revoked',
      summary: 'The service finds it on its authority’s list and refuses it',
      expected: [{ kind: 'stepError', error: 'certificate-revoked' }],
    }),
    withCertificate('good', {
      id: 'certificate-batch',
      name: 'Three documents at once',
      summary: 'The file is opened once, and signs all',
      subject: 'batch',
      expected: [{ kind: 'action', name: 'complete_signing', times: 3 }, ...COMPLETED],
    }),
    inTheCloud('batch', 'Autorizar', {
      name: 'Three documents in the cloud',
      summary: 'The provider is asked once, for all',
      subject: 'batch',
      expected: [
        { kind: 'action', name: 'authorize_cloud_signing', times: 1 },
        { kind: 'action', name: 'complete_cloud_signing', times: 3 },
        ...COMPLETED,
      ],
    }),
    inTheCloud('done', 'Autorizar', {
      name: 'In the cloud',
      summary: 'Authorised on the provider’s page; signed',
      expected: COMPLETED,
    }),
    byHashes('done', {
      name: 'In the cloud, by hashes (CSC)',
      summary: 'Visited twice, for the certificate and for the signature; signed',
      expected: [{ kind: 'action', name: 'confirm_cloud_signing', times: 1 }, ...COMPLETED],
    }),
    byHashes('batch', {
      name: 'Three documents by hashes (CSC)',
      summary: 'The second visit authorises all three',
      subject: 'batch',
      expected: [
        { kind: 'action', name: 'confirm_cloud_signing', times: 1 },
        { kind: 'action', name: 'complete_cloud_signing', times: 3 },
        ...COMPLETED,
      ],
    }),
    byHashes('single', {
      name: 'Three documents, one by an authorisation (CSC)',
      summary: 'Says before anything is prepared that the certificate signs one at a time',
      subject: 'batch',
      steps: [
        'Tick the box and continue.',
        'Choose the cloud and CSC 2.2 (teste), and authorise.',
        'On the provider’s page press “Autorizar”.',
      ],
      cloudFaults: [{ providerId: 'csc', resource: 'certificate-discovery', fault: 'single' }],
      expected: [{ kind: 'action', name: 'confirm_cloud_signing', times: 0 }, ...NOT_SIGNED],
    }),
    inTheCloud('denied', 'Recusar', {
      name: 'In the cloud, denied',
      summary: 'Says that nothing was signed, and leaves every other way',
    }),
    inTheCloud('wrong-holder', 'Autorizar com o certificado de outra pessoa', {
      name: 'In the cloud, somebody else’s',
      summary: 'The service refuses the authorisation of another person',
    }),
    inTheCloud('down', 'Autorizar', {
      name: 'In the cloud, provider down',
      summary: 'The provider answers no more after the authorisation',
      cloudFaults: [{ providerId: 'vidaas', resource: 'token', fault: 'down' }],
    }),
    atThePortal('done', 'No rodapé da última página', {
      name: 'At the gov.br portal',
      summary: 'The signer hands in what the portal signed; an advanced signature',
    }),
    atThePortal('over-text', 'No alto da primeira página', {
      name: 'At the gov.br portal, over text',
      summary: 'The stamp may be anywhere; the evidence says on which page and where',
    }),
    withCertificate('good', {
      id: 'certificate-password',
      name: 'Wrong password',
      summary: 'Says so at the field; the file stays chosen',
      steps: [
        'Tick the box and continue.',
        'Download good.p12 and choose it.',
        'Enter another password, then the right one.',
        'Sign.',
      ],
    }),
  ],
};
