import { expect } from '@open-wc/testing';
import {
  alternativeNamesExtension,
  CPF,
  HOLDER_CASES,
  subjectDer,
  type HolderCase,
} from '../../packages/certificates/test/cases.ts';
import { certificateDer } from '../../packages/certificates/test/builders.ts';
import { openCertificate } from '../support/certificate-form.ts';
import { MountedSession, until } from '../support/mounted-session.ts';
import { newKey, pkcs12Der } from '../support/pkcs12-files.ts';
import { ScriptedService } from '../support/scripted-service.ts';

const SESSION = {
  locale: 'en',
  document: null,
  serverTime: '2026-12-01T12:00:00Z',
  expiresAt: '2026-12-01T13:00:00Z',
  signer: { name: 'Maria', maskedCpf: '***.982.247-**' },
  steps: [{ stepId: 'st_1', type: 'DIGITAL_SIGN_A1', status: 'PENDING', order: 1, attempts: 0 }],
};

const MATCH = 'Matches the signer';
const NOTICES = {
  otherHolder: 'This certificate is for another CPF or CNPJ.',
  noNumber: 'This certificate has no CPF or CNPJ',
  numberFromName: 'appears only in the holder’s name',
  'duplicate-name': (oid: string) => `states the holder’s data twice (${oid})`,
  'malformed-names': (oid: string) => `data in this certificate could not be read (${oid})`,
} as const;

/** One file with a certificate of each case. */
async function fileOfAll(): Promise<File> {
  const identities = await Promise.all(
    HOLDER_CASES.map(async holderCase => {
      const { pkcs8, publicKeyInfo } = await newKey();
      const extensions = alternativeNamesExtension(holderCase);
      return [
        pkcs8,
        certificateDer({ key: publicKeyInfo, subject: subjectDer(holderCase), extensions }),
      ] as const;
    }),
  );
  const file = pkcs12Der(
    identities.map(([key]) => key),
    identities.map(([, certificate]) => certificate),
  );
  return new File([file], 'all.p12');
}

describe('what the card says of the holder of a certificate', () => {
  let service: ScriptedService;
  let signer: MountedSession;

  before(async () => {
    const file = await fileOfAll();
    service = await new ScriptedService().start(SESSION);
    signer = MountedSession.mount(service);
    await signer.shows('certificate');
    await openCertificate(signer, file, '');
    await until(() => options().length === HOLDER_CASES.length, 'a certificate of each case');
  });
  after(() => {
    signer?.remove();
    service?.stop();
  });

  const all = <Found extends Element>(selector: string): Found[] => [
    ...(signer.screen?.shadowRoot?.querySelectorAll<Found>(selector) ?? []),
  ];
  const options = () => all<HTMLInputElement>('input[name="certificate"]');
  const textOf = (selector: string) =>
    all(selector)
      .map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim())
      .join(' ');

  /** Chooses the certificate of a case. */
  async function choose(holderCase: HolderCase): Promise<void> {
    options()[HOLDER_CASES.indexOf(holderCase)]?.click();
    await signer.root.querySelector('sign-session-certificate')?.updateComplete;
  }

  for (const holderCase of HOLDER_CASES) {
    it(`with ${holderCase.name}`, async () => {
      await choose(holderCase);
      const { expected } = holderCase;
      const [facts, notices, name] = [textOf('.facts'), textOf('.notices'), textOf('.holder')];
      if ('name' in expected) expect(name).to.equal(expected.name);
      if ('refused' in expected) {
        expect(notices).to.contain(NOTICES[expected.refused](expected.oid));
        expect(facts).not.to.contain(MATCH);
        expect(facts).not.to.match(/CPF |CNPJ /);
      } else if ('nobody' in expected) {
        expect(notices).to.contain(NOTICES.noNumber);
        expect(facts).not.to.match(/CPF |CNPJ /);
      } else {
        const number = 'cpf' in expected ? expected.cpf : expected.cnpj;
        expect(facts.replaceAll(/[.\-/]/g, '')).to.contain(`${'cpf' in expected ? 'CPF' : 'CNPJ'} ${number}`);
        expect(facts.includes(MATCH)).to.equal(number === CPF);
        expect(notices.includes(NOTICES.otherHolder)).to.equal(number !== CPF);
        expect(notices.includes(NOTICES.numberFromName)).to.equal(expected.from === 'commonName');
      }
    });
  }
});
