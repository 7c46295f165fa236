import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import * as prettier from 'prettier';
import * as kit from '../../src/testing/index.ts';
import { outcomeNames } from '../../src/testing/outcomes.ts';
import { repositoryRoot } from '../support/repository.ts';

const FILE = path.join(repositoryRoot, 'docs/testing.md');
const TABLE = /(?<=<!-- outcomes -->\n)[^]*(?=<!-- \/outcomes -->)/;

const WHAT = {
  pass: 'Everything passes',
  wait: 'The service’s checks, and the completion, wait for `advance()`',
  breaks: 'All steps pass, and the service can’t complete the session',
  over: 'The session has ended',
  cloud: 'The next authorisation at a provider in the cloud fails',
} as const;

const FAULTS = {
  all: 'Every request fails',
  actions: 'Every action of the signer is refused',
  document: 'The document is not there, is another one, or can’t be drawn',
} as const;

const cell = (text: string | undefined): string => (text === undefined ? '' : `\`${text}\``);

/** The table of docs/testing.md. */
function table(): Promise<string> {
  const { OUTCOMES } = kit;
  const rows = outcomeNames().map(name => {
    const { effect, event, code } = OUTCOMES[name];
    const what =
      effect.kind === 'refusal'
        ? `The next try is refused: ${effect.steps.map(cell).join(', ')}`
        : effect.kind === 'fault'
          ? FAULTS[effect.of]
          : WHAT[effect.kind];
    return `| ${cell(name)} | ${what} | ${cell(event)} | ${cell(code)} |`;
  });
  const lines = [
    '| Outcome | What happens | What the page hears | Code |',
    '| --- | --- | --- | --- |',
    ...rows,
  ];
  return prettier.format(lines.join('\n'), { parser: 'markdown' });
}

/** Lines without their indentation, and without empty ones. */
function linesOf(text: string): string {
  const lines = text.split('\n').map(line => line.trim());
  return lines.filter(line => line !== '').join('\n');
}

/** The tests beside this one, with the names that the package gives to what they import. */
function testedText(): string {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const texts = files
    .filter(file => file.endsWith('.ts'))
    .map(file => readFileSync(path.join(import.meta.dirname, file), 'utf8'));
  return linesOf(texts.join('\n'));
}

describe('docs/testing.md', () => {
  it('shows the table of outcomes', async () => {
    const text = readFileSync(FILE, 'utf8');
    const expected = `\n${await table()}\n`;
    if (process.env['UPDATE_GOLDEN'] === '1')
      writeFileSync(
        FILE,
        text.replace(TABLE, () => expected),
      );
    assert.equal(TABLE.exec(readFileSync(FILE, 'utf8'))?.[0], expected);
  });

  it('has only examples that a test runs', () => {
    const tested = testedText();
    const blocks = [...readFileSync(FILE, 'utf8').matchAll(/^```ts\n([^]*?)^```$/gm)];
    assert.ok(blocks.length > 0);
    for (const [, block = ''] of blocks) {
      const code = linesOf(block.replaceAll(/^import .*;$/gm, ''));
      assert.ok(tested.includes(code), `No test has this example:\n${code}`);
    }
  });

  it('imports what the package exports', () => {
    const imports = readFileSync(FILE, 'utf8').matchAll(/^import \{ (.*) \} from '([^']*)';$/gm);
    for (const [, names = '', entry = ''] of imports) {
      assert.equal(entry, 'sign-session/testing');
      for (const name of names.split(', ')) assert.ok(name in kit, `There is no ${name}`);
    }
  });
});
