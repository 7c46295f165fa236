import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import * as z from 'zod';
import { freePort } from '../../../test/support/free-port.ts';
import { repositoryRoot } from '../../../test/support/repository.ts';
import { Problem } from '../src/domain/problem.ts';
import { ownAnswer } from '../src/http/error-answers.ts';
import { imageEnvironment, settingsOf } from './support/read-variables.ts';
import { withoutTools } from './support/tools.ts';

const FOLDER = path.join(repositoryRoot, 'packages/service/operating');
const readText = (name: string): string => readFileSync(path.join(FOLDER, name), 'utf8');

const serviceSchema = z.object({
  build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  volumes: z.array(z.string()).default([]),
  tmpfs: z.array(z.string()).default([]),
  depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).default([]),
  networks: z.object({ default: z.object({ ipv4_address: z.string() }) }).optional(),
});
const composeSchema = z.object({
  services: z.record(z.string(), serviceSchema),
  secrets: z.record(z.string(), z.object({ environment: z.string() })),
  volumes: z.record(z.string(), z.unknown()),
});

const text = readText('compose.yaml');
const file = composeSchema.parse(parse(text, { merge: true }));
const own = ['service-1', 'service-2'];

/** The names in compose.env.example, which has no values. */
const asked = [...readText('compose.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)];

/** What Compose makes of a text with variables: a default where there is one, else a secret of a fitting length. */
const filledIn = (value: string): string =>
  value.replaceAll(/\$\{\w+(?::-([^}]*)|:\?)\}/g, (_, fallback?: string) => fallback ?? 'a'.repeat(48));

function environmentOf(name: string): Record<string, string> {
  const entries = Object.entries(file.services[name]?.environment ?? {});
  return Object.fromEntries(entries.map(([variable, value]) => [variable, filledIn(value)]));
}

describe('the Compose file', () => {
  test('keeps large requests that are on their way on the image’s volume, not in memory', () => {
    const folder = imageEnvironment()['DATA_DIR'];
    const dockerfile = readFileSync(path.join(FOLDER, '../Dockerfile'), 'utf8');
    assert.equal(/^VOLUME (.+)$/m.exec(dockerfile)?.[1], folder);
    for (const name of own) assert.deepEqual(file.services[name]?.tmpfs, ['/tmp']);
  });

  test('has two instances, whose every variable the service reads', () => {
    assert.equal(file.services['service-1']?.build?.dockerfile, 'packages/service/Dockerfile');
    for (const name of own) {
      const { settings, unknown } = settingsOf({ ...imageEnvironment(), ...environmentOf(name) });
      assert.deepEqual(unknown, []);
      assert.equal(settings.mode, 'production');
      assert.equal(settings.publicUrl, 'https://localhost');
      assert.equal(settings.objectStore?.bucketUrl, 'http://store:7070/documents');
      assert.match(settings.databaseUrl ?? '', /@postgres:5432\/sign_session$/);
      assert.match(settings.mail?.url ?? '', /^smtp:\/\/mail:1025/);
    }
  });

  test('holds no secret, and asks for each in the file of values', () => {
    assert.deepEqual(asked.filter(([, , value]) => value !== '').map(String), []);
    const names = asked.map(([, name]) => name).toSorted();
    const used = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    const secrets = Object.values(file.secrets).map(({ environment }) => environment);
    assert.deepEqual([...new Set([...used, ...secrets])].toSorted(), names);
    const set = Object.values(file.services).flatMap(({ environment = {} }) => Object.entries(environment));
    const written = set.filter(([name]) => /PASSWORD$|TOKEN|SECRET|_KEY$|ACCESS_KEY_ID/.test(name));
    const plain = written.filter(([, value]) => !value.startsWith('${') && value !== 'sans:mail');
    assert.deepEqual(plain, []);
  });

  test('names services, files and volumes that there are', () => {
    for (const { build, volumes, depends_on: needed } of Object.values(file.services)) {
      if (build !== undefined)
        assert.ok(existsSync(path.join(FOLDER, build.context, build.dockerfile)), build.dockerfile);
      for (const name of Array.isArray(needed) ? needed : Object.keys(needed))
        assert.ok(file.services[name], name);
      for (const [source = ''] of volumes.map(volume => volume.split(':'))) {
        if (source.startsWith('.')) assert.ok(existsSync(path.join(FOLDER, source)), source);
        else assert.ok(source in file.volumes, source);
      }
    }
    for (const host of ['postgres', 'store', 'mail']) assert.ok(file.services[host], host);
  });
});

describe('its proxy', () => {
  const caddyfile = readText('Caddyfile').replaceAll(/^\s*#.*$/gm, '');

  test('is the only one whose headers are believed', () => {
    const address = file.services['proxy']?.networks?.default.ipv4_address;
    for (const name of own) assert.equal(environmentOf(name)['TRUSTED_PROXIES'], address);
    assert.match(caddyfile, /header_up -Forwarded$/m);
  });

  test('sends to both instances, and asks whether they are ready', () => {
    const { PORT } = imageEnvironment();
    assert.ok(caddyfile.includes(`reverse_proxy ${own.map(name => `${name}:${PORT}`).join(' ')} {`));
    assert.match(caddyfile, /health_uri \/ready$/m);
  });

  test(
    'answers by itself as the service does, readable by pages of other origins',
    { skip: withoutTools('caddy') },
    async () => {
      const [port, nobody] = [await freePort(), await freePort()];
      const upstreams = own.map(name => `${name}:${imageEnvironment()['PORT']}`).join(' ');
      const folder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-caddy-'));
      const config = path.join(folder, 'Caddyfile');
      const adapted = readText('Caddyfile')
        .replace(upstreams, `127.0.0.1:${nobody}`)
        .replace('lb_try_duration 5s', 'lb_try_duration 100ms');
      await writeFile(config, `{\n\tadmin off\n}\n${adapted}`);
      const proxy = spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], {
        stdio: 'ignore',
        env: { PATH: process.env['PATH'], HOME: folder, SITE: `http://127.0.0.1:${port}` },
      });
      const ended = once(proxy, 'exit');
      const ask = async (method: string): Promise<Response> => {
        try {
          return await fetch(`http://127.0.0.1:${port}/v1/quotas`, {
            method,
            headers: { Origin: 'https://shop.example' },
          });
        } catch {
          await new Promise(resolve => setTimeout(resolve, 50));
          return ask(method);
        }
      };
      try {
        const answer = await ask('GET');
        const header = (name: string) => answer.headers.get(name);
        assert.deepEqual(
          [answer.status, header('Retry-After'), header('Cache-Control')],
          [503, '5', 'no-store'],
        );
        assert.equal(header('Access-Control-Allow-Origin'), '*');
        assert.equal(header('Access-Control-Expose-Headers'), 'Retry-After');
        assert.equal(header('Content-Type'), 'application/problem+json');
        const detail = 'The service is restarting or overloaded. Try again in a moment.';
        const own503 = await ownAnswer(new Problem('service-unavailable', detail), '/').json();
        assert.deepEqual(await answer.json(), own503);
        const preflight = await ask('OPTIONS');
        assert.equal(preflight.status, 204);
        assert.match(preflight.headers.get('Access-Control-Allow-Headers') ?? '', /Authorization/);
      } finally {
        proxy.kill();
        await ended;
        await rm(folder, { recursive: true, force: true });
      }
    },
  );

  test('closes idle connections before the service does', () => {
    const [, seconds] = /keepalive (\d+)s$/m.exec(caddyfile) ?? [];
    assert.ok(Number(seconds) < 65);
    assert.doesNotMatch(caddyfile, /flush_interval/);
  });
});
