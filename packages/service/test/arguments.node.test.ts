import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HELP, readArguments, UsageError } from '../src/main/run.ts';

describe('the command line', () => {
  test('says instead of the environment where and with what to run', () => {
    const env = { PORT: '1', TENANTS_FILE: 'b.json', LOCAL_MODE: 'off' };
    assert.deepEqual(readArguments(env, []), { kind: 'run', env });
    const args = ['--port', '0', '--host=::1', '--data', 'd', '--config', 'a.json'];
    assert.deepEqual(readArguments(env, args), {
      kind: 'run',
      env: { PORT: '0', HOST: '::1', DATA_DIR: 'd', TENANTS_FILE: 'a.json', LOCAL_MODE: 'off' },
    });
  });

  test('asks for help and for the version', () => {
    for (const args of [['--help'], ['-h'], ['--port', '0', '--help']])
      assert.deepEqual(readArguments({}, args), { kind: 'help' });
    for (const args of [['--version'], ['-v']])
      assert.deepEqual(readArguments({}, args), { kind: 'version' });
    for (const option of ['--port', '--host', '--data', '--config']) assert.ok(HELP.includes(option), option);
  });

  for (const [args, complaint] of [
    [['--prot', '1'], /^Unknown option '--prot'\. The options are --host, --port, /],
    [['serve'], /^Unexpected argument 'serve'\. /],
    [['--port'], /^Option '--port <value>' argument missing\. /],
    [['--port', '--data', 'd'], /^Option '--port' argument is ambiguous\. /],
  ] as const) {
    test(`is refused where it is ${args.join(' ')}`, () => {
      assert.throws(
        () => readArguments({}, args),
        (error: unknown) => error instanceof UsageError && complaint.test(error.message),
      );
    });
  }
});
