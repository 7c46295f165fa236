import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import * as prettier from 'prettier';
import * as kit from '../../packages/testing/src/index.ts';
import { outcomeNames, type OutcomeEffect } from '../../packages/testing/src/outcomes.ts';
import { repositoryRoot } from '../support/repository.ts';

/** The sources of what the package exports. */
const ENTRIES: Readonly<Record<string, string>> = {
  'sign-session/testing': 'index.ts',
  'sign-session/testing/cypress': 'cypress.ts',
  'sign-session/testing/playwright': 'playwright.ts',
};

const FILE = path.join(repositoryRoot, 'docs/testing.md');
const TABLE = /(?<=<!-- outcomes -->\n)[^]*(?=<!-- \/outcomes -->)/;

/** What a page says in its table of outcomes. */
interface Words {
  readonly head: readonly string[];
  readonly effects: Readonly<Record<Exclude<OutcomeEffect['kind'], 'refusal' | 'fault'>, string>>;
  readonly refusal: string;
  readonly faults: Readonly<Record<Extract<OutcomeEffect, { kind: 'fault' }>['of'], string>>;
}

const PAGES: Readonly<Record<string, Words>> = {
  'docs/testing.md': {
    head: ['Outcome', 'What happens', 'What the page hears', 'Code'],
    effects: {
      pass: 'Everything passes',
      wait: 'The service’s checks, and the completion, wait for `advance()`',
      breaks: 'All steps pass, and the service can’t complete the session',
      over: 'The session has ended',
      cloud: 'The next authorisation at a provider in the cloud fails',
    },
    refusal: 'The next try is refused',
    faults: {
      all: 'Every request fails',
      actions: 'Every action of the signer is refused',
      document: 'The document is not there, is another one, or can’t be drawn',
    },
  },
  'docs/pt/testing.md': {
    head: ['Desfecho', 'O que acontece', 'O que a página ouve', 'Código'],
    effects: {
      pass: 'Tudo passa',
      wait: 'As verificações do serviço e a conclusão esperam por `advance()`',
      breaks: 'Todas as etapas passam, e o serviço não consegue concluir a sessão',
      over: 'A sessão terminou',
      cloud: 'A próxima autorização em um provedor na nuvem falha',
    },
    refusal: 'A próxima tentativa é recusada',
    faults: {
      all: 'Todas as requisições falham',
      actions: 'Todas as ações do signatário são recusadas',
      document: 'O documento não está lá, é outro ou não pode ser mostrado',
    },
  },
};

const cell = (text: string | undefined): string => (text === undefined ? '' : `\`${text}\``);

/** The table of outcomes in a page's words. */
function table({ head, effects, refusal, faults }: Words): Promise<string> {
  const { OUTCOMES } = kit;
  const rows = outcomeNames().map(name => {
    const { effect, event, code } = OUTCOMES[name];
    const what =
      effect.kind === 'refusal'
        ? `${refusal}: ${effect.steps.map(cell).join(', ')}`
        : effect.kind === 'fault'
          ? faults[effect.of]
          : effects[effect.kind];
    return `| ${cell(name)} | ${what} | ${cell(event)} | ${cell(code)} |`;
  });
  const lines = [`| ${head.join(' | ')} |`, '| --- | --- | --- | --- |', ...rows];
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

describe('the table of outcomes', () => {
  for (const [place, words] of Object.entries(PAGES)) {
    it(`stands in ${place}`, async () => {
      const file = path.join(repositoryRoot, place);
      const text = readFileSync(file, 'utf8');
      const expected = `\n${await table(words)}\n`;
      if (process.env['UPDATE_GOLDEN'] === '1')
        writeFileSync(
          file,
          text.replace(TABLE, () => expected),
        );
      assert.equal(TABLE.exec(readFileSync(file, 'utf8'))?.[0], expected);
    });
  }
});

describe('docs/testing.md', () => {
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
      const source = path.join(repositoryRoot, 'packages/testing/src', ENTRIES[entry] ?? assert.fail(entry));
      const text = readFileSync(source, 'utf8');
      for (const name of names.split(', ')) {
        const exported = new RegExp(`^export (\\w+ ${name}|\\{[^}]*\\b${name}\\b[^}]*\\})`, 'm');
        assert.match(text, exported, `There is no ${name} in ${entry}`);
      }
    }
  });
});
