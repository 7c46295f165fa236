import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parse } from 'yaml';
import * as z from 'zod';
import { repositoryRoot } from '../../../test/support/repository.ts';
import { LARGE_BODY_LIMITS } from '../src/http/large-bodies.ts';
import { imageEnvironment, settingsOf } from './support/read-variables.ts';
import { openTestService, type TestService } from './support/test-service.ts';

const FOLDER = path.join(repositoryRoot, 'packages/service/operating/kubernetes');
const readText = (name: string): string => readFileSync(path.join(FOLDER, name), 'utf8');

const probeSchema = z.object({
  httpGet: z.object({
    path: z.string(),
    port: z.string(),
    httpHeaders: z.array(z.object({ name: z.literal('Host'), value: z.string() })).default([]),
  }),
});
const named = z.object({ name: z.string() });
const containerSchema = z.object({
  image: z.string(),
  envFrom: z.tuple([z.object({ configMapRef: named }), z.object({ secretRef: named })]),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
  startupProbe: probeSchema,
  readinessProbe: probeSchema,
  livenessProbe: probeSchema,
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
  }),
  resources: z.object({ requests: z.object({ cpu: z.string(), memory: z.string() }) }),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
});
const deploymentSchema = z.object({
  spec: z.object({
    replicas: z.number(),
    template: z.object({
      spec: z.object({
        securityContext: z.object({ runAsNonRoot: z.literal(true) }),
        containers: z.tuple([containerSchema]),
        volumes: z.array(z.object({ name: z.string(), emptyDir: z.object({ sizeLimit: z.string() }) })),
      }),
    }),
  }),
});
const kustomizationSchema = z.object({
  resources: z.array(z.string()),
  images: z.tuple([named]),
  configMapGenerator: z.tuple([z.object({ name: z.string(), literals: z.array(z.string()) })]),
});

const { replicas, template } = deploymentSchema.parse(parse(readText('deployment.yaml'))).spec;
const [container] = template.spec.containers;
const { volumes } = template.spec;
const kustomization = kustomizationSchema.parse(parse(readText('kustomization.yaml')));
const [settingsMap] = kustomization.configMapGenerator;

/** `NAME=value` */
const entryOf = (line: string): [string, string] => {
  const end = line.indexOf('=');
  return [line.slice(0, end), line.slice(end + 1)];
};
const secretEntries = readText('secrets.env.example')
  .split('\n')
  .filter(line => /^\w+=/.test(line))
  .map(entryOf);

/** Something that fits for each secret. */
const STAND_IN: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgres://user:password@database.example/sign',
  SMTP_URL: 'smtps://user:password@mail.example:465',
};

describe('the files for Kubernetes', () => {
  test('have space for the large requests that may be on their way', () => {
    const folder = imageEnvironment()['DATA_DIR'];
    const mount = container.volumeMounts.find(({ mountPath }) => mountPath === folder);
    const volume = volumes.find(({ name }) => name === mount?.name);
    const mebibytes = Number(/^(\d+)Mi$/.exec(volume?.emptyDir.sizeLimit ?? '')?.[1]);
    assert.ok(mebibytes * 1024 ** 2 > LARGE_BODY_LIMITS.ofAll.bytes, `${mebibytes} MiB`);
  });

  test('set variables that the service reads', () => {
    const settings = Object.fromEntries(settingsMap.literals.map(entryOf));
    const secrets = secretEntries.map(([name]) => [name, STAND_IN[name] ?? 'sixteen-letters-x']);
    const result = settingsOf({ ...imageEnvironment(), ...settings, ...Object.fromEntries(secrets) });
    assert.deepEqual(result.unknown, []);
    assert.equal(result.settings.mode, 'production');
    assert.ok(result.settings.databaseUrl && result.settings.objectStore && result.settings.mail);
    const ports = container.ports.map(({ name, containerPort }) => [name, containerPort]);
    assert.deepEqual(ports, [
      ['http', result.settings.port],
      ['metrics', result.settings.metrics?.port],
    ]);
  });

  test('hold no secret', () => {
    assert.deepEqual(
      secretEntries.filter(([, value]) => value !== ''),
      [],
    );
    const names = new Set(secretEntries.map(([name]) => name));
    assert.deepEqual(
      settingsMap.literals.filter(line => names.has(entryOf(line)[0])),
      [],
    );
  });

  test('fit together', () => {
    assert.equal(replicas, 2);
    assert.equal(container.image, kustomization.images[0].name);
    assert.equal(container.envFrom[0].configMapRef.name, settingsMap.name);
    assert.ok(
      readText('kustomization.yaml').includes(`secret generic ${container.envFrom[1].secretRef.name} `),
    );
    for (const name of kustomization.resources) assert.ok(parse(readText(name)).kind, name);
  });
});

describe('the probes', () => {
  let service: TestService;
  before(async () => {
    service = await openTestService({ local: undefined, publicUrl: 'https://sign.example' });
  });
  after(() => service.close());

  test('are answered at a pod’s address', async () => {
    for (const { httpGet } of [container.startupProbe, container.readinessProbe, container.livenessProbe]) {
      const [host] = httpGet.httpHeaders;
      const answer = await service.call(`http://${host?.value ?? '10.1.2.3:4010'}${httpGet.path}`);
      assert.equal(answer.status, 200, httpGet.path);
    }
  });
});
