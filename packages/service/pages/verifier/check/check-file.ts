/* Checks a file on the reader's device. Independent of the page and the service. */
import {
  BerError,
  type Bytes,
  context,
  expect,
  fromBase64,
  readBer,
  readCertificateFacts,
  TAG,
} from '@sign-session/certificates';
import {
  headerOffset,
  linkAddresses,
  SignatureFormatError,
  verifyAttached,
  verifySignatures,
  type RevocationLists,
  type Trust,
} from '@sign-session/verify';
import { findingOf, hashOf, packFinding, type FileCheck, type SignatureFinding } from './file-check.ts';

/** The basis of a check. */
interface CheckBasis {
  /** DER in base64. */
  readonly roots: readonly string[];
  readonly lists: RevocationLists;
  /** By the service's clock. */
  readonly now: Date;
  readonly signal: AbortSignal;
}

const EVIDENCE_ADDRESS = /\/verify\/(ev_\w{1,97})$/;

/** Hashes a file, and verifies its signatures if it is a PDF, or an evidence pack or another content in a CMS (`.p7m`). */
export async function checkFile(bytes: Uint8Array<ArrayBuffer>, basis: CheckBasis): Promise<FileCheck> {
  const common = { hash: await hashOf(bytes), sizeBytes: bytes.length };
  const options = { trust: trustOf(basis), now: basis.now, signal: basis.signal };
  if (headerOffset(bytes) === undefined || isContentSigned(bytes))
    return { ...common, ...(await checkPack(bytes, options)) };
  try {
    const reports = await verifySignatures(bytes, options);
    const evidenceId = await linkedEvidence(bytes);
    return { ...common, kind: 'pdf', signatures: reports.map(findingOf), evidenceId };
  } catch (error) {
    basis.signal.throwIfAborted();
    // Any error of the PDF library means that the file can't be read.
    return { ...common, kind: 'unreadable', cause: error instanceof Error ? error.name : 'Error' };
  }
}

async function checkPack(
  bytes: Uint8Array<ArrayBuffer>,
  options: Parameters<typeof verifyAttached>[1],
): Promise<
  | { readonly kind: 'pack'; contentHash: string; signatures: SignatureFinding[]; evidenceId?: string }
  | { readonly kind: 'foreign' }
> {
  try {
    const report = await verifyAttached(bytes, options);
    const contentHash = await hashOf(report.content);
    return { kind: 'pack', contentHash, signatures: [packFinding(report)], ...packId(report.content) };
  } catch (error) {
    if (error instanceof SignatureFormatError) return { kind: 'foreign' };
    throw error;
  }
}

/** The id that an evidence pack states. */
function packId(content: Uint8Array): { evidenceId?: string } {
  try {
    const pack: unknown = JSON.parse(new TextDecoder().decode(content));
    const id =
      typeof pack === 'object' && pack !== null && 'evidenceId' in pack ? pack.evidenceId : undefined;
    return typeof id === 'string' ? { evidenceId: id } : {};
  } catch {
    return {};
  }
}

/** The evidence id in the link of the evidence page; only a hint, because anybody can put a link on a page. */
async function linkedEvidence(bytes: Uint8Array): Promise<string | undefined> {
  const addresses = await linkAddresses(bytes);
  return addresses.map(address => EVIDENCE_ADDRESS.exec(address)?.[1]).find(id => id !== undefined);
}

function trustOf({ roots, lists }: CheckBasis): Trust {
  const certificates = roots.map(root => readCertificateFacts(fromBase64(root)));
  return { roots: async () => certificates, lists };
}

/** What programs for PDFs look for in a file whose cross references they can't follow. */
const PDF_PARTS = /%PDF-|(?<![A-Za-z])(?:obj|trailer|startxref|xref)(?![A-Za-z])/;

/**
 * Whether a file is a CMS with its content inside, such as a `.p7m`, and no part of a PDF is in it but in that content. Programs
 * for PDFs would show one that is elsewhere, which nobody signed.
 */
function isContentSigned(file: Bytes): boolean {
  const content = enclosedContent(file);
  if (content === undefined) return false;
  const { start, end } = content;
  return ![file.subarray(0, start), file.subarray(end)].some(part =>
    PDF_PARTS.test(new TextDecoder('latin1').decode(part)),
  );
}

/** Where the content of a CMS SignedData is (RFC 5652, 5.1). */
function enclosedContent(file: Bytes): { readonly start: number; readonly end: number } | undefined {
  if (file[0] !== TAG.sequence) return undefined;
  try {
    const info = readBer(file).cursor();
    // Its type, which is looked at with the rest when it is checked.
    info.next();
    const [, , encapsulated] = info.next(context(0)).cursor().next(TAG.sequence).children;
    const [, content] = expect(encapsulated, TAG.sequence).children;
    return content && expect(content, context(0)).children[0];
  } catch (error) {
    if (error instanceof BerError) return undefined;
    throw error;
  }
}
