/**
 * `npm run evidence:pictures`: the evidence page in each language, short and long, as PNG files to look at. Needs
 * pdftoppm of poppler-utils.
 */
import { STEP_TYPES } from '@sign-session/session-rules';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { PERFORMERS } from '../src/domain/step.ts';
import { LOCALES } from '../src/domain/locales.ts';
import { drawEnvelopeSheet } from '../src/pdf/envelope-sheet.ts';
import { drawEvidencePage } from '../src/pdf/evidence-page.ts';
import { A4 } from '../src/pdf/sealable-update.ts';
import { evidence, NOW } from './support/sealing.ts';

const FOLDER = path.resolve('.data/evidence-pictures');

const CONTENTS = {
  click: { codeSentTo: undefined, contact: 'm****@example.com' },
  'all-steps': {
    signatureKind: 'qualified',
    steps: STEP_TYPES.map((type, index) => ({ type, completedAt: NOW, performedBy: PERFORMERS[index % 3] })),
    filename: `contrato-${'de-servicos-'.repeat(12)}山.pdf`,
    isTest: false,
  },
} as const;

const SIGNERS = ['Maria da Conceição Araújo', 'João Pereira', 'Ana Souza', 'Łucja Ğnöß'];

mkdirSync(FOLDER, { recursive: true });
for (const locale of LOCALES) {
  for (const [name, changes] of Object.entries(CONTENTS)) {
    const pdf = await PDFDocument.create();
    await drawEvidencePage(pdf.addPage([A4.width, A4.height]), evidence({ ...changes, locale }), {
      place: 'appended',
    });
    const file = path.join(FOLDER, `${name}.${locale}`);
    writeFileSync(`${file}.pdf`, await pdf.save());
    execFileSync('pdftoppm', ['-png', '-r', '96', '-singlefile', `${file}.pdf`, file]);
    console.log(`${path.relative('', file)}.png`);
  }
  const pdf = await PDFDocument.create();
  const signers = SIGNERS.map(name => evidence({ locale, signer: { name, maskedCpf: '***.982.247-**' } }));
  for (const draw of drawEnvelopeSheet(signers, 'appended')) await draw(pdf.addPage([A4.width, A4.height]));
  const file = path.join(FOLDER, `envelope.${locale}`);
  writeFileSync(`${file}.pdf`, await pdf.save());
  execFileSync('pdftoppm', ['-png', '-r', '96', `${file}.pdf`, file]);
}
