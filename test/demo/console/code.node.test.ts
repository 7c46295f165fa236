import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import {
  codeInput,
  curlCode,
  htmlCode,
  nodeCode,
  pythonCode,
  reactCode,
} from '../../../demo/console/code/code-samples.ts';
import { highlighted } from '../../../demo/console/code/code.ts';
import { DEFAULT_DEVICE } from '../../../demo/console/preview/devices.ts';
import { documentOf } from '../../../demo/console/settings/session-request.ts';
import { DEFAULT_SETTINGS, withValue, type Settings } from '../../../demo/console/settings/settings.ts';
import { startService, type ServiceProcess } from '../../support/service-process.ts';

const run = promisify(execFile);

/** Texts that a shell or another language could take for its own. */
const AWKWARD = withValue(
  withValue(DEFAULT_SETTINGS, '/appearance/title', `it's "$HOME" \`id\` \\n <b>&`),
  '/signer/otpChannelSelectable',
  'true',
);

const SETTINGS: Readonly<Record<string, Settings>> = {
  'a document': AWKWARD,
  'an action': { ...AWKWARD, subject: 'action' },
  'an envelope': { ...AWKWARD, subject: 'envelope' },
};

describe('the code that the console writes', () => {
  let service: ServiceProcess;
  let folder: string;

  before(async () => {
    service = await startService();
    folder = await mkdtemp(path.join(os.tmpdir(), 'console-code-'));
    const { filename, bytes } = documentOf(AWKWARD) ?? assert.fail();
    await writeFile(path.join(folder, filename), bytes);
  });

  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const inputOf = (settings: Settings) =>
    codeInput(settings, DEFAULT_DEVICE, { origin: service.url, clientId: 'local' });

  /** Runs a program with a file of code. @returns what it prints */
  async function outputOf(program: string, name: string, code: string): Promise<string> {
    await writeFile(path.join(folder, name), code);
    const env = { ...process.env, CLIENT_SECRET: 'local-secret' };
    return (await run(program, [name], { cwd: folder, env })).stdout;
  }

  for (const [name, settings] of Object.entries(SETTINGS)) {
    const sessions = settings.subject === 'envelope' ? 3 : 1;

    it(`makes ${name} in a shell, as it stands`, async () => {
      const output = await outputOf('sh', 'code.sh', curlCode(inputOf(settings)));
      assert.equal(output.match(/"clientSecret":"ss_secret_/g)?.length, sessions, output);
    });

    it(`makes ${name} in Node, as it stands`, async () => {
      const output = await outputOf(process.execPath, 'code.mjs', nodeCode(inputOf(settings)));
      assert.match(output, new RegExp(`^(ss_\\w+\\n){${sessions}}$`));
    });

    it(`makes ${name} in Python, as it stands`, async t => {
      const version = await run('python3', ['--version']).catch(() => undefined);
      if (version === undefined) return t.skip('Python is not installed.');
      const output = await outputOf('python3', 'code.py', pythonCode(inputOf(settings)));
      assert.match(output, new RegExp(`^(ss_\\w+\\n){${sessions}}$`));
    });
  }

  it('holds no secret, and escapes what a page would take for its own', () => {
    const input = inputOf(AWKWARD);
    for (const write of [curlCode, nodeCode, pythonCode, htmlCode, reactCode]) {
      assert.doesNotMatch(write(input), /local-secret|ss_secret_/);
    }
    assert.match(htmlCode(input), /appearance="\{&quot;companyName&quot;:/);
    assert.match(htmlCode(input), /&lt;b>&amp;/);
    assert.match(reactCode(input), /"title": "it's \\"\$HOME\\"/);
  });
});

describe('the colours of code', () => {
  it('leave the code as it is', () => {
    const code = `import { a } from 'b'; // c\n# d\nconst x = "e \\" f";`;
    const pieces = highlighted(code);
    assert.equal(pieces.map(({ text }) => text).join(''), code);
    assert.deepEqual(
      pieces.filter(({ kind }) => kind === 'text' || kind === 'comment').map(({ text }) => text),
      [`'b'`, '// c', '# d', `"e \\" f"`],
    );
  });
});
