import assert from 'node:assert/strict';
import os from 'node:os';
import { describe, test } from 'node:test';
import {
  misspeltSettings,
  readSettings,
  readValues,
  SettingsError,
  type Environment,
} from '../src/main/run-settings.ts';
import { defaultOf, type Setting, SETTINGS } from '../src/main/settings.ts';

const BUCKET: Environment = {
  S3_BUCKET_URL: 'https://s3.example/documents/',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'hidden',
};

const REACHED: Environment = {
  HOST: '0.0.0.0',
  PUBLIC_URL: 'https://a.example/',
  LOCAL_CLIENT_SECRET: 'a-secret-of-its-own',
};

const MISTAKES: readonly (readonly [what: string, env: Environment, complaint: RegExp])[] = [
  ['a port that is none', { PORT: 'abc' }, /PORT=abc.*1 to 65535/],
  ['a port beyond the last', { PORT: '65536' }, /PORT=65536/],
  ['a pool that is too small', { DATABASE_POOL_SIZE: '1' }, /DATABASE_POOL_SIZE=1 is no number/],
  ['a bucket without credentials', { S3_BUCKET_URL: 'https://s3.example/b' }, /needs S3_ACCESS_KEY_ID/],
  ['credentials without a bucket', { S3_ACCESS_KEY_ID: 'key' }, /set S3_BUCKET_URL too/],
  ['a bucket in the open', { ...BUCKET, S3_BUCKET_URL: 'http://s3.example/b' }, /S3_BUCKET_URL is no https/],
  ['a bucket that is none', { ...BUCKET, S3_BUCKET_URL: 's3://b' }, /no address of a bucket/],
  ['a prefix with a way out', { ...BUCKET, S3_PREFIX: '../x' }, /S3_PREFIX=\.\.\/x holds more/],
  ['an encryption that is none', { ...BUCKET, S3_ENCRYPTION: 'yes' }, /neither AES256 nor aws:kms/],
  ['a key without its encryption', { ...BUCKET, S3_KMS_KEY_ID: 'k' }, /S3_ENCRYPTION=aws:kms/],
  ['downloads that are neither', { ...BUCKET, S3_DOWNLOADS: 'cdn' }, /neither service nor direct/],
  ['a log that is neither', { LOG_FORMAT: 'xml' }, /LOG_FORMAT=xml is neither text nor json/],
  ['a negative port', { PORT: '-1' }, /PORT=-1/],
  ['a port of metrics that is none', { METRICS_PORT: 'all' }, /METRICS_PORT=all/],
  ['a token of metrics without a port', { METRICS_TOKEN: 'sixteen-letters-x' }, /set METRICS_PORT too/],
  ['a short token of metrics', { METRICS_PORT: '0', METRICS_TOKEN: 'short' }, /METRICS_TOKEN needs 16/],
  ['a public address without a scheme', { PUBLIC_URL: 'sign.example' }, /PUBLIC_URL=sign\.example.*https:/],
  ['a public address of a file', { PUBLIC_URL: 'file:///tmp' }, /PUBLIC_URL/],
  ['a public address with a path', { PUBLIC_URL: 'https://a.example/sign' }, /has a path/],
  ['a public address with a query', { PUBLIC_URL: 'https://a.example/?a' }, /has a path/],
  ['a local mode that is none', { LOCAL_MODE: 'false' }, /LOCAL_MODE=false is none of: on, off, public/],
  ['a mail server that is none', { SMTP_URL: 'mail.example', MAIL_FROM: 'a@b.example' }, /SMTP_URL.*smtps:/],
  ['a mail server without a sender', { SMTP_URL: 'smtp://mail.example' }, /SMTP_URL needs MAIL_FROM/],
  ['a sender that is none', { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'Acme' }, /MAIL_FROM/],
  ['an SMS gateway in the open', { SMS_GATEWAY_URL: 'http://sms.example/' }, /SMS_GATEWAY_URL.*https/],
  ['an SMS gateway with a password', { SMS_GATEWAY_URL: 'https://me:pw@sms.example/' }, /SMS_GATEWAY_URL/],
  ['a timestamp authority that is none', { TSA_URL: 'tsa.example' }, /TSA_URL is no http/],
  ['a token for no authority', { TSA_TOKEN: 'secret' }, /set TSA_URL/],
  ['a token in the open', { TSA_URL: 'http://tsa.example', TSA_TOKEN: 'secret' }, /TSA_URL.*no https/],
  [
    'a token and a client',
    { TSA_URL: 'https://tsa.example', TSA_TOKEN: 'secret', TSA_CLIENT_ID: 'me' },
    /exclude each other/,
  ],
  [
    'a client without its secret',
    { TSA_URL: 'https://tsa.example', TSA_CLIENT_ID: 'me', TSA_TOKEN_URL: 'https://id.example' },
    /TSA_CLIENT_SECRET belong together/,
  ],
  [
    'a client’s secret in the open',
    {
      TSA_URL: 'https://tsa.example',
      TSA_TOKEN_URL: 'http://id.example',
      TSA_CLIENT_ID: 'me',
      TSA_CLIENT_SECRET: 'secret',
    },
    /TSA_TOKEN_URL.*no https/,
  ],
  ['one environment’s address alone', { SANDBOX_URL: 'https://sandbox.example' }, /belong together/],
  [
    'one address for both environments',
    { SANDBOX_URL: 'https://sign.example', PRODUCTION_URL: 'https://sign.example/' },
    /must differ in host or port/,
  ],
  [
    'an environment’s address with a path',
    { SANDBOX_URL: 'https://sign.example/x', PRODUCTION_URL: 'https://sign.example' },
    /SANDBOX_URL=.*has a path/,
  ],
  [
    'a word about known secrets that is neither',
    { WELL_KNOWN_SECRETS: 'no' },
    /WELL_KNOWN_SECRETS=no is neither on nor off/,
  ],
  ['clients of whom nobody has a secret', { WELL_KNOWN_SECRETS: 'off' }, /needs a client .*TENANTS_FILE/],
  ['an administrator’s token that can be guessed', { ADMIN_TOKEN: 'admin' }, /ADMIN_TOKEN needs 16/],
  ['a sealing certificate without its key', { SEALING_CERTIFICATE: 'seal.pem' }, /belong together/],
  ['a sealing key without its certificate', { SEALING_KEY: 'key.pem' }, /belong together/],
  [
    'a key of the bucket’s for nothing',
    { ...BUCKET, S3_ENCRYPTION: 'AES256', S3_KMS_KEY_ID: 'k' },
    /=aws:kms/,
  ],
  ['webhooks that are neither', { ALLOW_LOCAL_WEBHOOKS: 'yes' }, /ALLOW_LOCAL_WEBHOOKS=yes is neither true/],
  ['another kind of database', { DATABASE_URL: 'mysql://me:pw@host/db' }, /DATABASE_URL.*postgres/],
];

describe('the settings', () => {
  for (const [what, env, complaint] of MISTAKES) {
    test(`refuse ${what}, by name`, () => {
      assert.throws(
        () => readSettings(env),
        (error: unknown) => error instanceof SettingsError && complaint.test(error.message),
      );
    });
  }

  test('never repeat a password', () => {
    for (const env of [
      { PUBLIC_URL: 'https://me:pw-1@a.example' },
      { DATABASE_URL: 'mysql://me:pw-1@h/d' },
      { SMTP_URL: 'smtp://me:pw-1@h' },
      { SMS_GATEWAY_URL: 'https://me:pw-1@h/' },
    ]) {
      assert.throws(
        () => readSettings(env),
        (error: unknown) => !String(error).includes('pw-1'),
      );
    }
  });

  test('repeat no value of a secret, nor one that may hold a password', () => {
    for (const [name, { secret }] of Object.entries<Setting>(SETTINGS)) {
      const value = secret ? 'hidden words' : 'https://me:hidden words@h/';
      let said = '';
      try {
        readValues({ [name]: value });
      } catch (error) {
        said = String(error);
      }
      assert.doesNotMatch(said, /hidden words/, name);
    }
  });

  test('have a text in both languages, a group and a default in words', () => {
    for (const [name, row] of Object.entries<Setting>(SETTINGS)) {
      assert.match(row.en, /^[\s\S]+\.$/, name);
      assert.match(row.pt, /^[\s\S]+\.$/, name);
      for (const language of ['en', 'pt'] as const) assert.notEqual(defaultOf(row, language), '', name);
      if (row.default !== undefined) assert.doesNotThrow(() => row.read(row.default ?? ''), name);
    }
  });

  for (const [name, meant] of [
    ['PUBLICURL', 'PUBLIC_URL'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
    ['S3_BUCKET', 'S3_BUCKET_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['SMPT_URL', 'SMTP_URL'],
    ['SMTP_UR', 'SMTP_URL'],
    ['HOME', undefined],
    ['HOSTNAME', undefined],
    ['PATH', undefined],
    ['HTTP_URL', undefined],
    ['AWS_REGION', undefined],
    ['PGDATABASE', undefined],
    ['NODE_ENV', undefined],
    ['npm_config_port', undefined],
  ] as const) {
    test(meant === undefined ? `say nothing of ${name}` : `ask whether ${name} is ${meant}`, () => {
      const said = misspeltSettings({ [name]: 'hidden', PORT: '1' });
      assert.deepEqual(
        said,
        meant === undefined ? [] : [`${name} is no setting of this service. Is ${meant} meant?`],
      );
    });
  }

  test('have defaults for everything, and take an empty value for none', () => {
    const { host, port, publicUrl, databaseUrl, mode, pages, clientSecrets } = readSettings({
      PORT: '',
      LOCAL_MODE: '',
      PUBLIC_URL: '',
      DATABASE_URL: '',
    });
    assert.deepEqual(
      [host, port, publicUrl, databaseUrl, mode, pages],
      ['127.0.0.1', 4010, undefined, undefined, 'local', undefined],
    );
    assert.equal(clientSecrets, 'published');
  });

  test('name a bucket, by https unless http is allowed', () => {
    const { objectStore } = readSettings({ ...BUCKET, LOCAL_MODE: 'on' });
    assert.equal(objectStore?.bucketUrl, 'https://s3.example/documents');
    assert.deepEqual([objectStore?.region, objectStore?.directDownloads], ['us-east-1', false]);
    const inner = { S3_BUCKET_URL: 'http://store:9000/documents', S3_ALLOW_HTTP: 'true', S3_PREFIX: 'a/b' };
    assert.equal(readSettings({ ...BUCKET, ...inner, LOCAL_MODE: 'on' }).objectStore?.prefix, 'a/b/');
  });

  test('have a public address as browsers write it, since links are made by appending to it', () => {
    for (const written of [
      'https://a.example/?',
      'https://a.example/#',
      'https://@a.example',
      ' HTTPS://A.example:443/ ',
    ])
      assert.equal(readSettings({ ...REACHED, PUBLIC_URL: written }).publicUrl, 'https://a.example', written);
  });

  test('are taken as they are where they are right', () => {
    const settings = readSettings({ ...REACHED, LOCAL_MODE: 'OFF' });
    assert.deepEqual([settings.publicUrl, settings.mode], ['https://a.example', 'production']);
    for (const from of ['sign@acme.example', 'Acme Crédito <sign@acme.example>']) {
      const url = 'smtps://me:pw@mail.example:465';
      assert.deepEqual(readSettings({ SMTP_URL: url, MAIL_FROM: from }).mail, { url, from });
    }
    for (const url of ['https://sms.example/v1?key=1', 'http://localhost:9000/sms']) {
      assert.equal(readSettings({ SMS_GATEWAY_URL: url }).smsGatewayUrl, url);
    }
  });

  test('keep large requests in the data folder, and without one beside a database server in the temporary folder', () => {
    const server = { ...REACHED, DATABASE_URL: 'postgres://a@b/c' };
    assert.equal(readSettings({}).bodyFolder, readSettings({}).dataFolder);
    assert.equal(readSettings({ ...server, DATA_DIR: '/data' }).bodyFolder, '/data');
    assert.equal(readSettings(server).bodyFolder, os.tmpdir());
  });
});
