import { sampleContract, type SampleContract } from './sample-contract.ts';

/** Entries of the trailer of a file that asks for a password; nothing in it is really encrypted. */
const ENCRYPTED = `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'28'.repeat(32)}> /U <${'4e'.repeat(32)}> >>`;
const FILE_ID = '/ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>]';

/** Scripts that a reader runs on opening, by itself and in a form's action. The widget runs none. */
const SCRIPTED = `/OpenAction << /S /JavaScript /JS (app.alert\\('opened'\\)) >> /AA << /WC << /S /JavaScript /JS (app.launchURL\\('https://attacker.example'\\)) >> >>`;

/** A document that QA can send: the sample contract with so many pages, or a broken or hostile file. */
export type SampleDocument = '1' | '4' | '50' | 'damaged' | 'encrypted' | 'scripted';

/** Creates the PDF. */
export function sampleDocument(
  sample: SampleDocument,
  parties: Omit<SampleContract, 'pages'>,
): { bytes: Uint8Array<ArrayBuffer>; filename: string } {
  switch (sample) {
    case '1':
    case '4':
    case '50':
      return sampleContract({ ...parties, pages: Number(sample) });
    case 'damaged': {
      const { bytes } = sampleContract({ ...parties, pages: 1 });
      return { bytes: bytes.slice(0, bytes.length / 2), filename: 'damaged.pdf' };
    }
    case 'encrypted': {
      const { bytes } = sampleContract({ ...parties, pages: 1, trailer: `${ENCRYPTED} ${FILE_ID}` });
      return { bytes, filename: 'encrypted.pdf' };
    }
    case 'scripted': {
      const { bytes } = sampleContract({ ...parties, pages: 1, catalog: SCRIPTED });
      return { bytes, filename: 'scripted.pdf' };
    }
  }
}
