import { COMPLETED, NOT_SIGNED, type Expectation, type Scenario, type ScenarioGroup } from './scenario.ts';

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
      expected: [{ kind: 'stepError', error: 'certificate-revoked' }, ...NOT_SIGNED],
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
