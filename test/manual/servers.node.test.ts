import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { repositoryRoot } from '../support/repository.ts';
import { isFullRun } from '../support/test-files.ts';
import { startService, type ServiceProcess } from '../support/service-process.ts';
import { onePagePdf } from '../support/small-pdf.ts';

const SECRET = 'whsec_of_the_test';
const BODY = '{"id":"evt_1","eventType":"transaction.completed"}';

/** A program around the manual's functions: creates a session of `contract.pdf`, or verifies what is in its arguments. */
interface Driver {
  readonly files: readonly string[];
  readonly name: string;
  readonly code: string;
  readonly command: readonly [string, ...string[]];
  /** Around the manual's code, where that is no file by itself. @param manual its file, in `files` */
  readonly wrap?: (manual: string) => string;
  /** What must be installed. */
  readonly needs: readonly [string, ...string[]];
}

const SIGNER = `{"name": "Maria da Silva", "cpf": "529.982.247-25", "email": "maria@exemplo.com.br"}`;

/** What the manual's code for Go imports, which an editor adds. */
const GO_IMPORTS =
  'bytes crypto/hmac crypto/sha256 encoding/hex encoding/json errors fmt net/http net/url os strconv time';

const DRIVERS: Readonly<Record<string, Driver>> = {
  'Node.js': {
    files: ['create-session.mjs', 'webhook.mjs'],
    name: 'main.mjs',
    command: [process.execPath, '--import', 'tsx'],
    needs: [process.execPath, '--version'],
    code: `import { readFile } from 'node:fs/promises';
      import { createSession } from './create-session.mjs';
      import { handleWebhook } from './webhook.mjs';
      const [, , timestamp, signature, body, secret] = process.argv;
      if (timestamp === undefined) {
        const order = { id: 'order-node', signer: ${SIGNER} };
        console.log(JSON.stringify(await createSession(order, await readFile('contract.pdf'))));
      } else {
        const headers = { 'X-Service-Timestamp': timestamp, 'X-Service-Signature': signature };
        const request = new Request('http://localhost', { method: 'POST', headers, body });
        const { status } = await handleWebhook(request, secret, event => console.log(event.id));
        process.exitCode = status === 204 ? 0 : 1;
      }`,
  },
  Python: {
    files: ['create_session.py', 'webhook.py'],
    name: 'main.py',
    command: ['python3'],
    needs: ['python3', '--version'],
    code: `import json, sys
from create_session import create_session
from webhook import verify_webhook
if len(sys.argv) == 1:
    order = {"id": "order-python", "signer": ${SIGNER}}
    print(json.dumps(create_session(order, open("contract.pdf", "rb").read()), separators=(",", ":")))
else:
    timestamp, signature, body, secret = sys.argv[1:]
    headers = {"X-Service-Timestamp": timestamp, "X-Service-Signature": signature}
    print(verify_webhook(body.encode(), headers, secret)["id"])
`,
  },
  Java: {
    files: [],
    name: 'Main.java',
    command: ['java', '-cp', '.'],
    needs: ['javac', '--version'],
    // One file: a class of another is only found compiled.
    code: `import java.nio.file.*;
// SigningService
class Main {
    public static void main(String[] args) throws Exception {
        if (args.length == 0) {
            System.out.println(SigningService.createSession("order-java", Files.readAllBytes(Path.of("contract.pdf"))));
        } else {
            SigningService.verifyWebhook(args[2].getBytes(), args[0], args[1], args[3]);
            System.out.println(SigningService.field(args[2], "id"));
        }
    }
}`,
  },
  Ruby: {
    files: ['signing.rb'],
    name: 'main.rb',
    command: ['ruby'],
    needs: ['ruby', '--version'],
    code: `require_relative 'signing'
if ARGV.empty?
  signer = JSON.parse('${SIGNER}')
  puts create_session({ id: 'order-ruby', signer: signer }, File.binread('contract.pdf')).to_json
else
  timestamp, signature, body, secret = ARGV
  puts verify_webhook(body, timestamp, signature, secret)['id']
end`,
  },
  PHP: {
    files: ['signing.php'],
    name: 'main.php',
    command: ['php'],
    needs: ['php', '--version'],
    wrap: manual => `<?php\n${manual}`,
    code: `<?php
      require 'signing.php';
      if ($argc === 1) {
          $order = ['id' => 'order-php', 'signer' => json_decode('${SIGNER}', true)];
          echo json_encode(create_session($order, file_get_contents('contract.pdf')));
      } else {
          [, $timestamp, $signature, $body, $secret] = $argv;
          echo verify_webhook($body, $timestamp, $signature, $secret)['id'];
      }`,
  },
  Go: {
    files: ['signing.go'],
    name: 'main.go',
    command: ['go', 'run', 'signing.go'],
    needs: ['go', 'version'],
    wrap: manual =>
      `package main\nimport (${GO_IMPORTS.split(' ')
        .map(name => `"${name}"`)
        .join('; ')})\n${manual}`,
    code: `package main
import ("encoding/json"; "fmt"; "os")
func main() {
	if len(os.Args) == 1 {
		pdf, _ := os.ReadFile("contract.pdf")
		session, err := CreateSession("order-go", json.RawMessage(\`${SIGNER}\`), pdf)
		if err != nil { panic(err) }
		fmt.Printf(\`{"clientSecret":"%s","transactionId":"%s"}\`, session.ClientSecret, session.TransactionID)
		return
	}
	if err := VerifyWebhook([]byte(os.Args[3]), os.Args[1], os.Args[2], os.Args[4]); err != nil { panic(err) }
	var event struct{ ID string }
	json.Unmarshal([]byte(os.Args[3]), &event)
	fmt.Print(event.ID)
}`,
  },
};

/** The manual's code with a file's name in its first line. */
async function manualCode(name: string): Promise<string> {
  const page = await readFile(path.join(repositoryRoot, 'docs/servers.md'), 'utf8');
  const [, rest] = page.split(new RegExp(`^(?://|#) ${name.replace('.', '\\.')}\\n`, 'm'));
  const [code] = rest?.split('```') ?? [];
  assert.ok(code, name);
  const server = pathToFileURL(path.join(repositoryRoot, 'src/server/index.ts')).href;
  return code.replace(`'sign-session/server'`, `'${server}'`);
}

describe('the manual’s servers', () => {
  let service: ServiceProcess;
  let folder: string;

  before(async () => {
    service = await startService();
    await mkdir(path.join(repositoryRoot, '.data'), { recursive: true });
    folder = await mkdtemp(path.join(repositoryRoot, '.data/manual-servers-'));
    await writeFile(path.join(folder, 'contract.pdf'), onePagePdf('A contract'));
  });
  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  // Java's takes nearly as long as all others together.
  const drivers = Object.entries(DRIVERS).filter(([language]) => isFullRun || language !== 'Java');
  for (const [language, driver] of drivers) {
    const [tool, version = ''] = driver.needs;
    const skip = spawnSync(tool, [version]).status === 0 ? false : `not installed: ${tool}`;

    const run = (...args: readonly string[]) => {
      const [program, ...options] = driver.command;
      const env = {
        ...process.env,
        SERVICE_URL: service.url,
        CLIENT_ID: 'local',
        CLIENT_SECRET: 'local-secret',
      };
      const all = [...options, driver.name, ...args];
      const { status, stdout, stderr } = spawnSync(program, all, { cwd: folder, env, encoding: 'utf8' });
      return { status, stdout: stdout.trim(), stderr };
    };

    it(`create a session, and verify a delivery, in ${language}`, { skip }, async () => {
      const { wrap = manual => manual } = driver;
      for (const name of driver.files) await writeFile(path.join(folder, name), wrap(await manualCode(name)));
      const java = driver.code.includes('// SigningService') ? await manualCode('SigningService.java') : '';
      const imports = java.match(/^import .*$/gm)?.join('\n') ?? '';
      const classes = java.replaceAll(/^import .*$/gm, '');
      await writeFile(
        path.join(folder, driver.name),
        java === '' ? driver.code : `${imports}\n${driver.code}\n${classes}`,
      );

      const created = run();
      assert.match(created.stdout, /"clientSecret":"ss_secret_/, created.stderr);
      assert.match(created.stdout, /"transactionId":"/);

      const sign = (at: number, body: string) =>
        createHmac('sha256', SECRET).update(`${at}.${body}`).digest('hex');
      const now = Math.floor(Date.now() / 1000);
      const genuine = run(String(now), sign(now, BODY), BODY, SECRET);
      assert.deepEqual([genuine.status, genuine.stdout], [0, 'evt_1'], genuine.stderr);
      const old = now - 400;
      for (const [what, at, signature, body] of [
        ['another body', now, sign(now, BODY), BODY.replace('evt_1', 'evt_2')],
        ['an old delivery', old, sign(old, BODY), BODY],
      ] as const)
        assert.notEqual(run(String(at), signature, body, SECRET).status, 0, what);
    });
  }
});
