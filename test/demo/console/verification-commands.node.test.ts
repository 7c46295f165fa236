import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { verificationCommands } from '../../../demo/console/evidence/evidence.ts';

const PACK = 'ev_6RY6W54P418MKETQDVDERYN4MY.p7m';

/** The last argument that a shell makes of a command. */
function lastArgument(command: string): string {
  const [, ...words] = command.split(' ');
  const script = `for word in ${words.join(' ')}; do :; done; printf %s "$word"`;
  return spawnSync('sh', ['-c', script], { encoding: 'utf8' }).stdout;
}

describe('the commands that check the files', () => {
  it('are ready to paste', () => {
    const commands = verificationCommands({ pack: PACK, pdf: 'contrato-assinado.pdf' });
    assert.deepEqual(
      commands.map(({ command }) => command),
      [
        `openssl cms -verify -inform DER -noverify -binary -in ${PACK}`,
        'pdfsig contrato-assinado.pdf',
        'qpdf --check contrato-assinado.pdf',
      ],
    );
  });

  for (const name of ['two words.pdf', "it's $HOME.pdf", '-rf.pdf', '`id`;x.pdf']) {
    it(`give a shell the file “${name}” and nothing else`, () => {
      const [, pdfsig] = verificationCommands({ pack: PACK, pdf: name });
      assert.equal(lastArgument(pdfsig?.command ?? ''), `./${name}`);
    });
  }
});
