import { expect, fixtureCleanup } from '@open-wc/testing';
import type { DocumentPane } from '../../../src/document/document-pane.ts';
import type { DocumentProblem } from '../../../src/document/document-load.ts';
import type { DocumentWarning } from '../../../src/document/checks/warnings.ts';
import { testAsset } from '../../support/runner-page.ts';
import { button, canvases, field, loaded, pageBoxes, paneFor, parts, until } from '../shown-pane.ts';
import { PageGuard } from './page-guard.ts';
import { SAMPLE_FILES, type SampleOutcome, type ShownSample } from './sample-files.ts';

/** What became of a document, as it was told. */
interface Told {
  problem?: DocumentProblem;
  pages?: number;
  warnings: readonly DocumentWarning[];
}

function listenTo(pane: DocumentPane): Told {
  const told: Told = { warnings: [] };
  pane.addEventListener('document-shown', ({ pages }) => (told.pages = pages));
  pane.addEventListener('document-unreadable', ({ problem }) => (told.problem = problem));
  pane.addEventListener('document-warnings', ({ warnings }) => (told.warnings = warnings));
  return told;
}

/** Waits until the signer sees the document, or why not. */
function settled(told: Told): Promise<void> {
  return until(() => told.pages !== undefined || told.problem !== undefined, 'shown or not');
}

async function enter(pane: DocumentPane, password: string): Promise<void> {
  await until(() => parts(pane, 'input[type=password]').length === 1, 'a password is asked for');
  field(pane, 'input[type=password]').value = password;
  button(pane, 'Open the document').click();
}

/** What the signer reads on the first page, in one line. */
function firstWords(pane: DocumentPane): string {
  const layer = pageBoxes(pane)[0]?.querySelector('.text-layer');
  return layer?.textContent.replaceAll(/\s+/g, ' ') ?? '';
}

async function expectShown(pane: DocumentPane, told: Told, sample: ShownSample): Promise<void> {
  const { pages, words = '', warnings = [], perhaps, password } = sample;
  if (password !== undefined) await enter(pane, password);
  await settled(told);
  expect(told.problem ?? told.pages).to.equal(pages);
  expect(pageBoxes(pane)).to.have.length(pages);
  if (!warnings.includes('page-failed')) expect(canvases(pane).length).to.be.greaterThan(0);
  await until(() => firstWords(pane).includes(words), `the words “${words}”`);
  await until(() => warnings.every(notice => told.warnings.includes(notice)), warnings.join());
  expect(told.warnings.filter(notice => notice !== perhaps)).to.deep.equal(warnings);
}

async function expectProblem(pane: DocumentPane, told: Told, problem: DocumentProblem): Promise<void> {
  await settled(told);
  expect(told.problem).to.equal(problem);
  expect(canvases(pane)).to.have.length(0);
}

function nameOf(file: string, outcome: SampleOutcome): string {
  if ('problem' in outcome) return `says of ${file} that it is ${outcome.problem}`;
  const warnings = outcome.warnings?.map(notice => `, says ${notice}`).join('') ?? '';
  const password = outcome.password === undefined ? '' : ', asks for the password';
  return `shows ${file}: ${outcome.pages} pages${password}${warnings}`;
}

describe('every sample file', () => {
  const guard = new PageGuard();

  before(() => guard.start());

  after(() => guard.stop());

  beforeEach(() => guard.begin());

  afterEach(async () => {
    fixtureCleanup();
    await until(() => guard.clean, 'nothing left of the document');
  });

  for (const [file, outcome] of Object.entries(SAMPLE_FILES)) {
    if (typeof outcome === 'string') continue;
    it(nameOf(file, outcome), async function () {
      const bytes = await testAsset(`pdf/${file}`);
      const pane = await paneFor(loaded(Uint8Array.from(bytes)), { width: 500, height: 700 });
      const told = listenTo(pane);
      if ('problem' in outcome) await expectProblem(pane, told, outcome.problem);
      else await expectShown(pane, told, outcome);
      fixtureCleanup();
      await until(() => guard.clean, 'nothing left of the document');
      expect(guard.incidents).to.deep.equal([]);
    });
  }
});
