import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readArguments } from '../src/arguments.ts';

describe('the arguments of the bridge', () => {
  const start = { kind: 'start', port: 27413, modules: [], terminal: false, locale: undefined };
  const cases: readonly (readonly [string, object])[] = [
    ['', start],
    ['--port 5000 --terminal --lang es', { ...start, port: 5000, terminal: true, locale: 'es' }],
    ['--module /a.so --module /b.so', { ...start, modules: ['/a.so', '/b.so'] }],
    ['sites', { kind: 'sites' }],
    ['forget https://bank.example', { kind: 'forget', origin: 'https://bank.example' }],
    ['forget --all', { kind: 'forget', origin: undefined }],
    ['--help', { kind: 'help' }],
    ['--version', { kind: 'version' }],
  ];
  for (const [line, expected] of cases)
    it(`understands “${line}”`, () => {
      assert.deepEqual(readArguments(line.split(' ').filter(part => part !== '')), expected);
    });

  for (const line of [
    'forget',
    'forget https://a.example --all',
    'sites now',
    'go',
    '--port 0',
    '--port x',
    '--lang fr',
    '--pin 1',
  ])
    it(`does not guess what “${line}” means`, () => {
      assert.throws(() => readArguments(line.split(' ')));
    });
});
