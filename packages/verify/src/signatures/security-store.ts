import { readableCertificates, type CertificateFacts } from '@sign-session/certificates';
import {
  entriesOf,
  itemsOf,
  PdfFile,
  PdfStructureError,
  type PdfDictionary,
} from '@sign-session/pdf-structure';

/** A list or a responder's answer that a document carries. */
interface HeldRevocation {
  readonly der: Uint8Array<ArrayBuffer>;
  /** When it was certainly there, as the earliest document timestamp proves that covers it. */
  readonly provenAt: Date | undefined;
}

/** What a document carries on revocation, as seen at a signature. */
export interface HeldRevocations {
  readonly lists: readonly HeldRevocation[];
  readonly responses: readonly HeldRevocation[];
}

/** A document timestamp that passed. */
export interface TimeProof {
  readonly time: Date;
  /** Where what it covers ends. */
  readonly end: number;
}

interface StoredItem {
  readonly der: Uint8Array<ArrayBuffer>;
  /** Where it ends in the file. */
  readonly end: number;
}

/** Documents of many signers have some dozens. */
const MOST_ITEMS = 60;
/** Of all together; a list of ICP-Brasil has up to a megabyte. */
const MOST_BYTES = 16 * 1024 * 1024;

/** The document security store of a PDF (ETSI EN 319 142-1, 5.4.2): trusted for nothing by being there. */
export class SecurityStore {
  readonly certificates: readonly CertificateFacts[];
  readonly #lists: readonly StoredItem[];
  readonly #responses: readonly StoredItem[];

  private constructor(certificates: StoredItem[], lists: StoredItem[], responses: StoredItem[]) {
    this.certificates = readableCertificates(certificates.map(({ der }) => der));
    this.#lists = lists;
    this.#responses = responses;
  }

  static readonly none = new SecurityStore([], [], []);

  /** Reads the newest revision's store; none where there is none, or programs might find another. */
  static async read(file: Uint8Array): Promise<SecurityStore> {
    try {
      const pdf = await PdfFile.read(file);
      if (pdf.isEncrypted) return SecurityStore.none;
      const catalog = entriesOf(await pdf.resolve(pdf.trailer.get('Root')));
      const store = entriesOf(await pdf.resolve(catalog.get('DSS')));
      const budget = { left: MOST_BYTES };
      const [certificates, lists, responses] = [
        await itemsIn(pdf, store, 'Certs', budget),
        await itemsIn(pdf, store, 'CRLs', budget),
        await itemsIn(pdf, store, 'OCSPs', budget),
      ];
      return new SecurityStore(certificates, lists, responses);
    } catch (error) {
      if (error instanceof PdfStructureError) return SecurityStore.none;
      throw error;
    }
  }

  /** With the times at which timestamps prove that each item was there. */
  provenBy(proofs: readonly TimeProof[]): HeldRevocations {
    const proven = ({ der, end }: StoredItem): HeldRevocation => {
      const times = proofs.filter(proof => end <= proof.end).map(({ time }) => time.getTime());
      return { der, provenAt: times.length === 0 ? undefined : new Date(Math.min(...times)) };
    };
    return { lists: this.#lists.map(proven), responses: this.#responses.map(proven) };
  }
}

async function itemsIn(
  pdf: PdfFile,
  store: PdfDictionary,
  key: string,
  budget: { left: number },
): Promise<StoredItem[]> {
  const found: StoredItem[] = [];
  for (const item of itemsOf(await pdf.resolve(store.get(key)))) {
    if (item.kind !== 'reference' || found.length >= MOST_ITEMS) continue;
    const object = await pdf.find(item.number);
    if (object?.data === undefined) continue;
    const der = new Uint8Array(await pdf.contentOf(object));
    if ((budget.left -= der.length) < 0) throw new PdfStructureError('limit');
    found.push({ der, end: pdf.header + object.data.end });
  }
  return found;
}
