import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { Metrics } from '../src/metrics/metrics.ts';
import { repositoryRoot } from '../../../test/support/repository.ts';

const FOLDER = path.join(repositoryRoot, 'packages/service/operating');
const ALERTS = path.join(FOLDER, 'alerts.yaml');

/** What Prometheus itself adds to every sample. */
const OF_PROMETHEUS = ['job', 'instance', 'le'];

/** The names of the samples that a process has, with their labels. */
function knownSamples(): Map<string, readonly string[]> {
  const samples = new Map<string, readonly string[]>([['up', OF_PROMETHEUS]]);
  const ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  for (const { name } of ofProcess.getMetricsAsArray()) samples.set(name, OF_PROMETHEUS);
  for (const [name, labels] of new Metrics().labels) {
    const endings = name.endsWith('_duration_seconds') ? ['_bucket', '_count', '_sum'] : [''];
    for (const ending of endings) samples.set(name + ending, [...labels, ...OF_PROMETHEUS]);
  }
  return samples;
}

/** Every metric that an expression reads, with the labels it selects by. */
function samplesIn(text: string): { readonly name: string; readonly labels: readonly string[] }[] {
  const found = text.matchAll(/\b((?:sign_session|process|nodejs)_\w+|up)(?:\{([^}]*)\}|(?=\[|\)| |$))/gm);
  return [...found].map(([, name = '', selectors = '']) => {
    return {
      name,
      labels: [...selectors.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
    };
  });
}

async function dashboardExpressions(): Promise<string[]> {
  const dashboard = await readFile(path.join(FOLDER, 'grafana-dashboard.json'), 'utf8');
  const { panels } = JSON.parse(dashboard);
  return panels.flatMap(({ targets = [] }: { targets?: { expr: string }[] }) =>
    targets.map(({ expr }) => expr),
  );
}

async function assertKnown(expressions: readonly string[]): Promise<void> {
  const known = knownSamples();
  const read = expressions.flatMap(samplesIn);
  assert.ok(read.length >= 12, 'too few metrics were found to prove anything');
  for (const { name, labels } of read) {
    assert.ok(known.has(name), `there is no ${name}`);
    for (const label of labels) assert.ok(known.get(name)?.includes(label), `${name} has no label ${label}`);
  }
}

describe('the alert rules', () => {
  test('read metrics that there are', async () => assertKnown([await readFile(ALERTS, 'utf8')]));
});

describe('the dashboard', () => {
  test('reads metrics that there are', async () => assertKnown(await dashboardExpressions()));

  test('has a panel for each metric of the service', async () => {
    const all = (await dashboardExpressions()).join('\n');
    const absent = [...new Metrics().labels.keys()].filter(
      name => name !== 'sign_session_build_info' && !all.includes(name),
    );
    assert.deepEqual(absent, []);
  });
});
