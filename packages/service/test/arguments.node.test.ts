import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { helpText, readArguments, UsageError } from '../src/main/run.ts';
import { SETTINGS } from '../src/main/settings.ts';

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
  });

  test('asks for a check, of the settings that it gives', () => {
    assert.deepEqual(readArguments({ HOST: '::1' }, ['--check', '--port', '1']), {
      kind: 'check',
      env: { HOST: '::1', PORT: '1' },
    });
  });

  test('has help for every option and every setting, in lines that fit', () => {
    const help = helpText();
    for (const option of ['--port', '--host', '--data', '--config', '--check', ...Object.keys(SETTINGS)])
      assert.ok(help.includes(`  ${option}`), option);
    assert.deepEqual(
      help.split('\n').filter(line => line.length > 115),
      [],
    );
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
