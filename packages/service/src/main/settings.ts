/**
 * Every setting, one row each: how it is read, what it is by default, and what people are told of it. The rows are the
 * reader (run-settings.ts), the text of `--help`, and the tables of the manual (docs/operating/settings.md).
 */
import { LOG_FORMATS } from '../support/logs.ts';
import {
  accessToken,
  bearerToken,
  bucketUrl,
  clientSecret,
  confidentialAddress,
  file,
  mailServer,
  matching,
  number,
  oneOf,
  origin,
  port,
  prefix,
  trustedProxies,
  webAddress,
  word,
  yesOrNo,
} from './setting-values.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A text for people who run the service. What is code stands in backticks. */
interface Text {
  readonly en: string;
  readonly pt: string;
}

/** The parts of the tables, in their order. */
export const SETTING_GROUPS = {
  addresses: { en: 'Addresses and proxies', pt: 'Endereços e proxies' },
  mode: { en: 'Mode, clients and secrets', pt: 'Modo, clientes e segredos' },
  storage: { en: 'Database and data folder', pt: 'Banco de dados e pasta de dados' },
  objects: { en: 'Object store', pt: 'Armazenamento de objetos' },
  messages: { en: 'E-mail and SMS', pt: 'E-mail e SMS' },
  certificates: { en: 'Certificates and trust', pt: 'Certificados e confiança' },
  timestamps: { en: 'Timestamps', pt: 'Carimbos do tempo' },
  limits: { en: 'Webhooks and retention', pt: 'Webhooks e retenção' },
  logs: { en: 'Logs and metrics', pt: 'Logs e métricas' },
  pages: { en: 'Folders of pages', pt: 'Pastas das páginas' },
} as const satisfies Record<string, Text>;

export interface Setting<T = unknown> {
  readonly group: keyof typeof SETTING_GROUPS;
  /** The first version that has it; 0.2.0 stands for earlier ones, too. */
  readonly since: '0.2.0' | '0.3.0' | '0.4.0';
  /** @throws Complaint */
  readonly read: (value: string) => T;
  /** What counts where nothing is set, as it would be set. */
  readonly default?: string;
  /** The same in words, where it is no value. */
  readonly otherwise?: Text;
  /** Its value is a secret or may hold one, and is never repeated. */
  readonly secret?: true;
  /** Without that one it means nothing, and is refused. */
  readonly of?: string;
  /** What a command line option calls its value: `--port NUMBER`. */
  readonly option?: string;
  readonly en: string;
  readonly pt: string;
}

export const SETTINGS = {
  HOST: {
    group: 'addresses',
    since: '0.2.0',
    read: word,
    default: '127.0.0.1',
    option: '--host ADDRESS',
    en: 'The address of this machine that the service listens on. `0.0.0.0` is all of them, which makes it production.',
    pt: 'O endereço desta máquina em que o serviço escuta. `0.0.0.0` são todos, o que o coloca em produção.',
  },
  PORT: {
    group: 'addresses',
    since: '0.2.0',
    read: port,
    default: '4010',
    option: '--port NUMBER',
    en: 'The port that it listens on. `0` takes any free one.',
    pt: 'A porta em que ele escuta. `0` usa qualquer porta livre.',
  },
  PUBLIC_URL: {
    group: 'addresses',
    since: '0.2.0',
    read: origin,
    otherwise: {
      en: 'the address listened on; needed in production',
      pt: 'o endereço em que escuta; obrigatório em produção',
    },
    en: 'What browsers reach the service by, without a path. Links are built from it.',
    pt: 'O endereço pelo qual os navegadores chegam ao serviço, sem caminho. Os links são montados com ele.',
  },
  SANDBOX_URL: {
    group: 'addresses',
    since: '0.3.0',
    read: origin,
    otherwise: { en: 'as `PUBLIC_URL`', pt: 'igual a `PUBLIC_URL`' },
    en: 'An address for sandbox clients alone; those of production get 401 there. Set both or neither.',
    pt: 'Um endereço só para clientes de sandbox; os de produção recebem 401 nele. Defina os dois ou nenhum.',
  },
  PRODUCTION_URL: {
    group: 'addresses',
    since: '0.3.0',
    read: origin,
    otherwise: { en: 'as `PUBLIC_URL`', pt: 'igual a `PUBLIC_URL`' },
    en: 'The same for production clients. It differs from `SANDBOX_URL` in host or port.',
    pt: 'O mesmo para clientes de produção. Difere de `SANDBOX_URL` no host ou na porta.',
  },
  TRUSTED_PROXIES: {
    group: 'addresses',
    since: '0.3.0',
    read: trustedProxies,
    otherwise: { en: 'none', pt: 'nenhum' },
    en: 'Proxies whose `X-Forwarded-For` or `Forwarded` is believed: addresses, ranges such as `10.0.0.0/8`, or `loopback`, separated by commas.',
    pt: 'Proxies em cujo `X-Forwarded-For` ou `Forwarded` se confia: endereços, faixas como `10.0.0.0/8` ou `loopback`, separados por vírgulas.',
  },
  LOCAL_MODE: {
    group: 'mode',
    since: '0.2.0',
    read: oneOf('on', 'off', 'public'),
    otherwise: {
      en: '`on` on this machine alone; `off` where `HOST`, a public URL, `DATABASE_URL` or `S3_BUCKET_URL` says otherwise',
      pt: '`on` somente nesta máquina; `off` se `HOST`, uma URL pública, `DATABASE_URL` ou `S3_BUCKET_URL` indicar outra coisa',
    },
    en: '`on`: for tests on this machine. `off`: production. `public`: a test service that others reach, in which every tenant is a sandbox.',
    pt: '`on`: para testes nesta máquina. `off`: produção. `public`: um serviço de testes acessível a outros, em que todo tenant é sandbox.',
  },
  LOCAL_CLIENT_SECRET: {
    group: 'mode',
    since: '0.2.0',
    read: clientSecret,
    secret: true,
    otherwise: {
      en: 'published in local mode, else no such client',
      pt: 'publicado no modo local; fora dele o cliente não existe',
    },
    en: 'The secret of the built-in client `local` (sandbox), 16 characters or more.',
    pt: 'O segredo do cliente embutido `local` (sandbox), com 16 caracteres ou mais.',
  },
  LIMITED_CLIENT_SECRET: {
    group: 'mode',
    since: '0.2.0',
    read: clientSecret,
    secret: true,
    otherwise: { en: 'as above', pt: 'idem' },
    en: 'The secret of the built-in client `limited` (production, two of everything a month).',
    pt: 'O segredo do cliente embutido `limited` (produção, dois de cada por mês).',
  },
  BASIC_CLIENT_SECRET: {
    group: 'mode',
    since: '0.3.0',
    read: clientSecret,
    secret: true,
    otherwise: { en: 'as above', pt: 'idem' },
    en: 'The secret of the built-in client `basic` (sandbox, without trust sessions and biometrics).',
    pt: 'O segredo do cliente embutido `basic` (sandbox, sem sessões de confiança nem biometria).',
  },
  WELL_KNOWN_SECRETS: {
    group: 'mode',
    since: '0.2.0',
    read: oneOf('on', 'off'),
    otherwise: {
      en: '`on` in local mode while no client secret is set, else `off`',
      pt: '`on` no modo local enquanto nenhum segredo de cliente for definido; senão `off`',
    },
    en: 'Whether the published secrets of the built-in clients count.',
    pt: 'Se os segredos publicados dos clientes embutidos valem.',
  },
  TENANTS_FILE: {
    group: 'mode',
    since: '0.3.0',
    read: file,
    option: '--config FILE',
    otherwise: { en: 'none', pt: 'nenhum' },
    en: 'A JSON file with tenants and clients of your own.',
    pt: 'Um arquivo JSON com os seus tenants e clientes.',
  },
  ADMIN_TOKEN: {
    group: 'mode',
    since: '0.3.0',
    read: accessToken,
    secret: true,
    otherwise: { en: 'nobody may', pt: 'ninguém pode' },
    en: 'Its holder may create, rotate and delete clients, and read the audit log. 16 characters or more.',
    pt: 'Quem o tem pode criar, rotacionar e excluir clientes e ler o log de auditoria. 16 caracteres ou mais.',
  },
  DATA_DIR: {
    group: 'storage',
    since: '0.2.0',
    read: file,
    option: '--data FOLDER',
    otherwise: {
      en: '`.sign-session`; with `DATABASE_URL` the system’s temporary folder',
      pt: '`.sign-session`; com `DATABASE_URL`, a pasta temporária do sistema',
    },
    en: 'The data folder: database, documents and keys. With `DATABASE_URL` only requests above 1 MB that are on their way, up to 1 GiB.',
    pt: 'A pasta de dados: banco, documentos e chaves. Com `DATABASE_URL`, só requisições acima de 1 MB em trânsito, até 1 GiB.',
  },
  DATABASE_URL: {
    group: 'storage',
    since: '0.2.0',
    read: matching(/^postgres(ql)?:\/\//, 'does not begin with postgres://.'),
    secret: true,
    otherwise: { en: 'the embedded database in the data folder', pt: 'o banco embutido na pasta de dados' },
    en: 'A PostgreSQL server, 15 or later: `postgres://user:password@host/database`. Several instances may share it.',
    pt: 'Um servidor PostgreSQL, 15 ou posterior: `postgres://usuario:senha@host/banco`. Várias instâncias podem compartilhá-lo.',
  },
  DATABASE_POOL_SIZE: {
    group: 'storage',
    since: '0.4.0',
    read: number(2, 999, 'is no number of connections from 2 to 999.'),
    otherwise: { en: '`10`', pt: '`10`' },
    en: 'How many connections to it an instance may have at once.',
    pt: 'Quantas conexões simultâneas com ele uma instância pode ter.',
  },
  S3_BUCKET_URL: {
    group: 'objects',
    since: '0.4.0',
    read: bucketUrl,
    otherwise: { en: 'documents are kept with the rest', pt: 'os documentos ficam junto com o resto' },
    en: 'A bucket with the S3 API for documents, signed files and evidence: `https://host/bucket` or `https://bucket.host`.',
    pt: 'Um bucket com a API do S3 para documentos, arquivos assinados e evidências: `https://host/bucket` ou `https://bucket.host`.',
  },
  S3_ACCESS_KEY_ID: {
    group: 'objects',
    since: '0.4.0',
    read: word,
    secret: true,
    of: 'S3_BUCKET_URL',
    otherwise: { en: 'needed with a bucket', pt: 'obrigatório com um bucket' },
    en: 'The key of somebody who may put, get, delete and list in the bucket. A machine’s role is not asked.',
    pt: 'A chave de quem pode gravar, ler, excluir e listar no bucket. O papel (role) da máquina não é consultado.',
  },
  S3_SECRET_ACCESS_KEY: {
    group: 'objects',
    since: '0.4.0',
    read: word,
    secret: true,
    of: 'S3_BUCKET_URL',
    otherwise: { en: 'needed with a bucket', pt: 'obrigatório com um bucket' },
    en: 'The secret of that key.',
    pt: 'O segredo dessa chave.',
  },
  S3_REGION: {
    group: 'objects',
    since: '0.4.0',
    read: word,
    of: 'S3_BUCKET_URL',
    otherwise: { en: '`us-east-1`', pt: '`us-east-1`' },
    en: 'The region that requests are signed for.',
    pt: 'A região para a qual as requisições são assinadas.',
  },
  S3_PREFIX: {
    group: 'objects',
    since: '0.4.0',
    read: prefix,
    of: 'S3_BUCKET_URL',
    otherwise: { en: 'none', pt: 'nenhum' },
    en: 'Stands before each name, such as `signing/`.',
    pt: 'Fica antes de cada nome, como `signing/`.',
  },
  S3_ENCRYPTION: {
    group: 'objects',
    since: '0.4.0',
    read: oneOf('AES256', 'aws:kms'),
    of: 'S3_BUCKET_URL',
    otherwise: { en: 'as the bucket is set up', pt: 'conforme a configuração do bucket' },
    en: '`AES256` or `aws:kms`, sent with each document as `x-amz-server-side-encryption`.',
    pt: '`AES256` ou `aws:kms`, enviado com cada documento como `x-amz-server-side-encryption`.',
  },
  S3_KMS_KEY_ID: {
    group: 'objects',
    since: '0.4.0',
    read: word,
    otherwise: { en: 'the bucket’s key', pt: 'a chave do bucket' },
    en: 'The key for `S3_ENCRYPTION=aws:kms`.',
    pt: 'A chave para `S3_ENCRYPTION=aws:kms`.',
  },
  S3_DOWNLOADS: {
    group: 'objects',
    since: '0.4.0',
    read: oneOf('service', 'direct'),
    default: 'service',
    en: '`direct` sends programs and followed links to the store, by an address that is valid for a minute. Pages get the bytes from the service.',
    pt: '`direct` manda programas e links ao armazenamento, por um endereço que vale um minuto. As páginas recebem os bytes do serviço.',
  },
  S3_ADOPT: {
    group: 'objects',
    since: '0.4.0',
    read: yesOrNo,
    default: 'false',
    en: '`true` takes a bucket that belongs to another database, once. Remove it after that start.',
    pt: '`true` assume um bucket que pertence a outro banco, uma única vez. Retire-o depois dessa partida.',
  },
  S3_ALLOW_HTTP: {
    group: 'objects',
    since: '0.4.0',
    read: yesOrNo,
    default: 'false',
    en: '`true` allows http to the store, within a network of your own.',
    pt: '`true` permite http até o armazenamento, dentro de uma rede sua.',
  },
  SMTP_URL: {
    group: 'messages',
    since: '0.2.0',
    read: mailServer,
    secret: true,
    otherwise: { en: 'none; the inbox in local mode', pt: 'nenhum; no modo local, a caixa de entrada' },
    en: 'The mail server: `smtps://user:password@host:465`, or `smtp://` with STARTTLS. Needs `MAIL_FROM`.',
    pt: 'O servidor de e-mail: `smtps://usuario:senha@host:465`, ou `smtp://` com STARTTLS. Exige `MAIL_FROM`.',
  },
  MAIL_FROM: {
    group: 'messages',
    since: '0.2.0',
    read: matching(
      /^([^<>@\s]+@[^<>@\s]+|[^<>@\p{Cc}]+<[^<>@\s]+@[^<>@\s]+>)$/u,
      'is no address such as Acme <sign@acme.example>.',
    ),
    otherwise: { en: 'needed with `SMTP_URL`', pt: 'obrigatório com `SMTP_URL`' },
    en: 'The sender: `sign@acme.example`, or `Acme <sign@acme.example>`.',
    pt: 'O remetente: `sign@acme.example`, ou `Acme <sign@acme.example>`.',
  },
  SMS_GATEWAY_URL: {
    group: 'messages',
    since: '0.2.0',
    read: confidentialAddress,
    secret: true,
    otherwise: { en: 'none; the inbox in local mode', pt: 'nenhum; no modo local, a caixa de entrada' },
    en: 'An https gateway that takes `POST {"to", "text"}` as JSON.',
    pt: 'Um gateway https que recebe `POST {"to", "text"}` em JSON.',
  },
  SMS_GATEWAY_TOKEN: {
    group: 'messages',
    since: '0.2.0',
    read: bearerToken,
    secret: true,
    of: 'SMS_GATEWAY_URL',
    otherwise: { en: 'none', pt: 'nenhum' },
    en: 'Sent to the gateway as `Authorization: Bearer`.',
    pt: 'Enviado ao gateway como `Authorization: Bearer`.',
  },
  SEALING_CERTIFICATE: {
    group: 'certificates',
    since: '0.4.0',
    read: file,
    otherwise: {
      en: 'a test certificate that nobody trusts',
      pt: 'um certificado de teste em que ninguém confia',
    },
    en: 'A PEM file with the certificate that seals documents, those that issued it, and their root.',
    pt: 'Um arquivo PEM com o certificado que sela os documentos, os que o emitiram e a raiz.',
  },
  SEALING_KEY: {
    group: 'certificates',
    since: '0.4.0',
    read: file,
    otherwise: { en: 'as above', pt: 'idem' },
    en: 'A PEM file with its RSA key, without a password. Readable by the service’s user alone.',
    pt: 'Um arquivo PEM com a chave RSA dele, sem senha, legível só pelo usuário do serviço.',
  },
  TRUSTED_ROOTS: {
    group: 'certificates',
    since: '0.2.0',
    read: file,
    otherwise: {
      en: 'none: no certificates are offered in production',
      pt: 'nenhum: em produção, não se oferecem certificados',
    },
    en: 'A PEM file of the roots that signers’ certificates lead to, such as ICP-Brasil’s.',
    pt: 'Um arquivo PEM com as raízes a que chegam os certificados dos signatários, como as da ICP-Brasil.',
  },
  GOV_BR_ROOTS: {
    group: 'certificates',
    since: '0.4.0',
    read: file,
    otherwise: { en: 'none: the portal is not offered', pt: 'nenhum: o portal não é oferecido' },
    en: 'A PEM file of the gov.br portal’s root and the authorities below it.',
    pt: 'Um arquivo PEM com a raiz do portal gov.br e as autoridades abaixo dela.',
  },
  CLOUD_PROVIDERS_FILE: {
    group: 'certificates',
    since: '0.4.0',
    read: file,
    otherwise: { en: 'none', pt: 'nenhum' },
    en: 'A JSON file with the providers of cloud certificates.',
    pt: 'Um arquivo JSON com os provedores de certificados em nuvem.',
  },
  TSA_URL: {
    group: 'timestamps',
    since: '0.2.0',
    read: webAddress,
    secret: true,
    otherwise: { en: 'none: signatures have no timestamp', pt: 'nenhuma: as assinaturas ficam sem carimbo' },
    en: 'A timestamp authority (RFC 3161 over HTTP). With credentials it has to be https.',
    pt: 'Uma autoridade de carimbo do tempo (RFC 3161 sobre HTTP). Com credenciais, precisa ser https.',
  },
  TSA_TOKEN: {
    group: 'timestamps',
    since: '0.3.0',
    read: bearerToken,
    secret: true,
    of: 'TSA_URL',
    otherwise: { en: 'none', pt: 'nenhum' },
    en: 'Sent to it as `Authorization: Bearer`. Or the four that follow.',
    pt: 'Enviado a ela como `Authorization: Bearer`. Ou os quatro seguintes.',
  },
  TSA_TOKEN_URL: {
    group: 'timestamps',
    since: '0.3.0',
    read: confidentialAddress,
    secret: true,
    of: 'TSA_URL',
    otherwise: { en: 'none', pt: 'nenhuma' },
    en: 'Where tokens for it are got by OAuth client credentials.',
    pt: 'Onde se obtêm tokens para ela por OAuth client credentials.',
  },
  TSA_CLIENT_ID: {
    group: 'timestamps',
    since: '0.3.0',
    read: word,
    of: 'TSA_URL',
    otherwise: { en: 'none', pt: 'nenhum' },
    en: 'The client there.',
    pt: 'O cliente nesse endereço.',
  },
  TSA_CLIENT_SECRET: {
    group: 'timestamps',
    since: '0.3.0',
    read: word,
    secret: true,
    of: 'TSA_URL',
    otherwise: { en: 'none', pt: 'nenhum' },
    en: 'Its secret.',
    pt: 'O segredo dele.',
  },
  TSA_SCOPE: {
    group: 'timestamps',
    since: '0.3.0',
    read: word,
    otherwise: { en: 'none', pt: 'nenhum' },
    en: 'The scope that is asked for, if the endpoint wants one.',
    pt: 'O escopo pedido, se o endpoint exigir um.',
  },
  ALLOW_LOCAL_WEBHOOKS: {
    group: 'limits',
    since: '0.2.0',
    read: yesOrNo,
    default: 'false',
    en: '`true` allows webhooks to this machine, also over http. For tests.',
    pt: '`true` permite webhooks para esta máquina, também por http. Para testes.',
  },
  PICTURE_RETENTION_DAYS: {
    group: 'limits',
    since: '0.2.0',
    read: number(0, 9999, 'is no number of days from 0 to 9999.'),
    default: '0',
    en: 'Days for which pictures of faces are kept after the end of their session. With `0` only their hashes are kept.',
    pt: 'Dias em que as fotos de rostos são mantidas após o fim da sessão. Com `0`, só os hashes são mantidos.',
  },
  LOG_FORMAT: {
    group: 'logs',
    since: '0.4.0',
    read: oneOf(...LOG_FORMATS),
    default: 'text',
    en: '`text`: lines for people. `json`: an object a line.',
    pt: '`text`: linhas para pessoas. `json`: um objeto por linha.',
  },
  METRICS_PORT: {
    group: 'logs',
    since: '0.4.0',
    read: port,
    otherwise: { en: 'no metrics are served', pt: 'nenhuma métrica é servida' },
    en: 'Serves `/metrics` for Prometheus on a port of its own. `0` takes any free one.',
    pt: 'Serve `/metrics` para o Prometheus em uma porta própria. `0` usa qualquer porta livre.',
  },
  METRICS_HOST: {
    group: 'logs',
    since: '0.4.0',
    read: word,
    of: 'METRICS_PORT',
    otherwise: { en: '`127.0.0.1`', pt: '`127.0.0.1`' },
    en: 'The address for it.',
    pt: 'O endereço para isso.',
  },
  METRICS_TOKEN: {
    group: 'logs',
    since: '0.4.0',
    read: accessToken,
    secret: true,
    of: 'METRICS_PORT',
    otherwise: { en: 'whoever reaches the port may read', pt: 'quem alcança a porta pode ler' },
    en: 'Expected there as `Authorization: Bearer`, 16 characters or more.',
    pt: 'Exigido ali como `Authorization: Bearer`, com 16 caracteres ou mais.',
  },
  PAGES_DIR: {
    group: 'pages',
    since: '0.2.0',
    read: word,
    otherwise: { en: 'those of the package', pt: 'as do pacote' },
    en: 'The built pages: hosted page, verifier, reference. Without them and the widget there is the API alone.',
    pt: 'As páginas compiladas: página hospedada, verificador, referência. Sem elas e o widget, só há a API.',
  },
  WIDGET_DIR: {
    group: 'pages',
    since: '0.2.0',
    read: word,
    otherwise: { en: 'that of the package', pt: 'a do pacote' },
    en: 'The built widget, served at `/sign-session/`.',
    pt: 'O widget compilado, servido em `/sign-session/`.',
  },
  MANUAL_DIR: {
    group: 'pages',
    since: '0.4.0',
    read: word,
    otherwise: { en: 'that of the package', pt: 'a do pacote' },
    en: 'The built manual, served at `/manual`.',
    pt: 'O manual compilado, servido em `/manual`.',
  },
  CONSOLE_DIR: {
    group: 'pages',
    since: '0.4.0',
    read: word,
    otherwise: { en: 'that of the package', pt: 'a do pacote' },
    en: 'The built QA console, which local mode shows at `/`.',
    pt: 'O console de QA compilado, que o modo local mostra em `/`.',
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;

type Read<S> = S extends { readonly read: (value: string) => infer T } ? T : never;

/** What each setting says; undefined where it is not set and has no default. */
export type SettingValues = {
  readonly [Name in SettingName]: (typeof SETTINGS)[Name] extends { readonly default: string }
    ? Read<(typeof SETTINGS)[Name]>
    : Read<(typeof SETTINGS)[Name]> | undefined;
};

/** In words, for a terminal and for tables. */
export const defaultOf = ({ default: value, otherwise }: Setting, language: 'en' | 'pt'): string =>
  value === undefined ? (otherwise?.[language] ?? '') : `\`${value}\``;
