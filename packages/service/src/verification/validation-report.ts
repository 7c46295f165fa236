import type { z } from '@hono/zod-openapi';
import type { documentAnswer } from './document-answer.ts';

type DocumentAnswer = z.infer<typeof documentAnswer>;
type SignatureAnswer = DocumentAnswer['signatures'][number];

/** An element: its name, attributes, and what is in it. */
interface XmlElement {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly content: string | readonly (XmlElement | undefined)[];
}

const NAMESPACES = {
  xmlns: 'http://uri.etsi.org/19102/v1.4.1#',
  'xmlns:ds': 'http://www.w3.org/2000/09/xmldsig#',
  'xmlns:XAdES': 'http://uri.etsi.org/01903/v1.3.2#',
} as const;
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';

/**
 * The answer as a validation report of ETSI TS 119 102-2 (version 1.4.1), unsigned. It names certificates by their hashes,
 * since they hold their holders' numbers. A document without signatures has one report that says so, as DSS makes it.
 * @param documentHash SHA-256 of the file, hexadecimal
 */
export function validationReport(answer: DocumentAnswer, documentHash: string): string {
  const { signatures, checkedAt } = answer;
  const hashes = [
    ...new Set(signatures.flatMap(({ certificateChain }) => certificateChain.map(({ id }) => id))),
  ];
  const idOf = (hash: string) => `certificate-${hashes.indexOf(hash) + 1}`;
  const report: XmlElement = {
    name: 'ValidationReport',
    attributes: NAMESPACES,
    content: [
      ...(signatures.length === 0 ? [unsigned(checkedAt)] : []),
      ...signatures.map((signature, index) =>
        signatureReport(signature, { number: index + 1, checkedAt, documentHash, idOf }),
      ),
      hashes.length === 0
        ? undefined
        : element(
            'SignatureValidationObjects',
            hashes.map(hash => certificate(hash, idOf(hash))),
          ),
    ],
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${written(report)}\n`;
}

interface ReportBasis {
  /** From 1 on. */
  readonly number: number;
  readonly checkedAt: string;
  readonly documentHash: string;
  /** The id of a certificate's element by its hash. */
  readonly idOf: (hash: string) => string;
}

function unsigned(checkedAt: string): XmlElement {
  return element('SignatureValidationReport', [
    timeInfo(checkedAt, checkedAt),
    element('SignatureValidationStatus', [
      element('MainIndication', 'urn:cef:dss:mainindication:noSignatureFound'),
    ]),
  ]);
}

function signatureReport(signature: SignatureAnswer, basis: ReportBasis): XmlElement {
  const { number, checkedAt, documentHash, idOf } = basis;
  const { certificateChain, signer, role } = signature;
  const [own] = certificateChain;
  return element('SignatureValidationReport', [
    {
      name: 'SignatureIdentifier',
      attributes: { id: `signature-${number}` },
      content: [element('HashOnly', 'false'), element('DocHashOnly', 'false'), other(signature.fieldName)],
    },
    timeInfo(checkedAt, signature.bestSignatureTime),
    element('SignersDocument', [digest(documentHash)]),
    element('SignatureAttributes', attributesOf(signature)),
    own &&
      element('SignerInformation', [
        reference('SignerCertificate', [idOf(own.id)]),
        signer && role !== 'timestamp' ? element('Signer', signer.displayName) : undefined,
      ]),
    element('SignatureValidationProcess', [
      element('SignatureValidationProcessID', `urn:etsi:019102:validationprocess:${processOf(signature)}`),
    ]),
    statusOf(signature, idOf),
  ]);
}

/** EN 319 102-1, 5.3, 5.5 and 5.6. */
function processOf({ signatureLevel }: SignatureAnswer): string {
  if (signatureLevel?.endsWith('-LTA') === true) return 'LTA';
  return /-L?T$/.test(signatureLevel ?? '') ? 'LTVM' : 'Basic';
}

function timeInfo(checkedAt: string, bestSignatureTime: string): XmlElement {
  return element('ValidationTimeInfo', [
    element('ValidationTime', checkedAt),
    element('BestSignatureTime', [
      element('POETime', bestSignatureTime),
      element('TypeOfProof', 'urn:etsi:019102:poetype:validation'),
    ]),
  ]);
}

function attributesOf({ claimedAt, subFilter, filter }: SignatureAnswer): XmlElement[] {
  return [
    ...(claimedAt === undefined ? [] : [element('SigningTime', [element('Time', claimedAt)])]),
    ...(subFilter === undefined ? [] : [element('SubFilter', [element('SubFilterElement', subFilter)])]),
    ...(filter === undefined ? [] : [element('Filter', [element('Filter', filter)])]),
  ];
}

function statusOf(signature: SignatureAnswer, idOf: ReportBasis['idOf']): XmlElement {
  const { mainIndication, subIndications, certificateChain, revocation, chain } = signature;
  const [own, ...above] = certificateChain.map(({ id }) => idOf(id));
  const anchor = chain.trusted ? above.at(-1) : undefined;
  const between = anchor === undefined ? above : above.slice(0, -1);
  return element('SignatureValidationStatus', [
    element('MainIndication', mainIndication),
    ...subIndications.map(sub => element('SubIndication', sub)),
    element('AssociatedValidationReportData', [
      ...(own === undefined
        ? []
        : [
            anchor === undefined ? undefined : reference('TrustAnchor', [anchor]),
            element('CertificateChain', [
              reference('SigningCertificate', [own]),
              ...between.map(id => reference('IntermediateCertificate', [id])),
              anchor === undefined ? undefined : reference('TrustAnchor', [anchor]),
            ]),
            revocation.revokedAt === undefined
              ? undefined
              : element('RevocationStatusInformation', [
                  reference('ValidationObjectId', [own]),
                  element('RevocationTime', revocation.revokedAt),
                ]),
          ]),
      element('AdditionalValidationReportData', furtherData(signature)),
    ]),
  ]);
}

/** Both answers, and the notes in English: types of this service's own, as the standard allows them. */
function furtherData({ validAsSigned, fileState, notes = [] }: SignatureAnswer): XmlElement[] {
  const told: readonly (readonly [type: string, value: string])[] = [
    ['valid-as-signed', String(validAsSigned)],
    ['file-state', fileState],
    ...notes.map(({ code, text }) => [`note:${code}`, text] as const),
  ];
  return told.map(([type, value]) =>
    element('ReportData', [element('Type', `urn:sign-session:${type}`), element('Value', value)]),
  );
}

/** @param hash `sha256:` and the digits */
function certificate(hash: string, id: string): XmlElement {
  return {
    name: 'ValidationObject',
    attributes: { id },
    content: [
      element('ObjectType', 'urn:etsi:019102:validationObject:certificate'),
      element('ValidationObjectRepresentation', [digest(hash.slice(hash.indexOf(':') + 1))]),
    ],
  };
}

function digest(hex: string): XmlElement {
  return element('DigestAlgAndValue', [
    { name: 'ds:DigestMethod', attributes: { Algorithm: SHA256 }, content: [] },
    element('ds:DigestValue', Buffer.from(hex, 'hex').toString('base64')),
  ]);
}

function reference(name: string, ids: readonly string[]): XmlElement {
  return { name, attributes: { VOReference: ids.join(' ') }, content: [] };
}

function other(text: string): XmlElement {
  return element('OtherInformation', text);
}

function element(name: string, content: XmlElement['content']): XmlElement {
  return { name, content };
}

function written({ name, attributes = {}, content }: XmlElement): string {
  const tag = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escaped(value)}"`)].join(
    ' ',
  );
  const inner =
    typeof content === 'string'
      ? escaped(content)
      : content.map(child => (child === undefined ? '' : written(child))).join('');
  return inner === '' ? `<${tag}/>` : `<${tag}>${inner}</${name}>`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that XML can't have at all (XML 1.0, 2.2) become U+FFFD. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll(/[&<>"]/g, character => ESCAPES[character] ?? character);
}
