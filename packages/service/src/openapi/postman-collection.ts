import { operationsOf } from './complete-operations.ts';
import type { DocumentedOperation, OpenApiDocument } from './operation.ts';

/** The format that Postman and others import. */
const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

interface Pair {
  readonly key: string;
  readonly value: string;
  readonly disabled?: boolean;
}

interface PostmanItem {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly url: {
      readonly raw: string;
      readonly host: readonly string[];
      readonly path: readonly string[];
      readonly variable: readonly Pair[];
      readonly query: readonly Pair[];
    };
    readonly description: string;
    readonly header: readonly Pair[];
    readonly auth: object;
    readonly body?: object;
  };
  readonly event?: readonly object[];
}

/** A collection of requests, in the document's groups and order. */
interface PostmanCollection {
  readonly info: { readonly name: string; readonly description: string; readonly schema: string };
  readonly variable: readonly Pair[];
  readonly item: readonly { readonly name: string; readonly item: readonly PostmanItem[] }[];
}

/** Written into the request for a token, which keeps it for the others. */
const TOKEN_FORM = {
  grant_type: 'client_credentials',
  client_id: '{{clientId}}',
  client_secret: '{{clientSecret}}',
};
/** A PDF in base64, of which an example has the beginning. */
const SHORTENED = /"JVBERi0[A-Za-z0-9+/]{0,40}"/g;

const KEEP_TOKEN = "pm.collectionVariables.set('accessToken', pm.response.json().access_token);";

/**
 * The document's operations with their examples, as requests to be sent. What is secret is left for whoever imports it to
 * fill in: `clientId` and `clientSecret` of the tenant, from which the access token is got, `signerSecret`, `adminToken`.
 * @param pdf a document in base64, in place of those that the examples shorten
 */
export function postmanCollection(
  document: OpenApiDocument,
  { publicUrl, pdf }: { readonly publicUrl: string; readonly pdf: string },
): PostmanCollection {
  const operations = [...operationsOf(document)];
  return {
    info: {
      name: document.info.title,
      description:
        'Made from the OpenAPI document. Set clientId and clientSecret, then send “createAccessToken”.',
      schema: SCHEMA,
    },
    variable: [
      { key: 'baseUrl', value: publicUrl },
      { key: 'pdf', value: pdf },
      ...['clientId', 'clientSecret', 'accessToken', 'signerSecret', 'adminToken'].map(key => ({
        key,
        value: '',
      })),
    ],
    item: (document.tags ?? []).map(({ name }) => ({
      name,
      item: operations
        .filter(([, { tags = [] }]) => tags.includes(name))
        .map(([route, operation]) => itemOf(route, operation)),
    })),
  };
}

function itemOf(route: string, operation: DocumentedOperation): PostmanItem {
  const [method = '', address = ''] = route.split(' ');
  const path = address.slice(1).split('/');
  const parts = path.map(part => part.replace(/^\{(.+)\}$/, ':$1'));
  const { type, body } = bodyOf(operation);
  const isToken = address === '/oauth2/token';
  return {
    name: operation.operationId ?? route,
    request: {
      method,
      url: {
        raw: `{{baseUrl}}/${parts.join('/')}`,
        host: ['{{baseUrl}}'],
        path: parts,
        variable: parts.filter(part => part.startsWith(':')).map(part => ({ key: part.slice(1), value: '' })),
        query: queryOf(operation),
      },
      description: operation.description ?? '',
      header: type === undefined ? [] : [{ key: 'Content-Type', value: type }],
      auth: authOf(operation),
      ...(body && { body: isToken ? formOf(TOKEN_FORM) : body }),
    },
    ...(isToken && { event: [{ listen: 'test', script: { type: 'text/javascript', exec: [KEEP_TOKEN] } }] }),
  };
}

const formOf = (values: Readonly<Record<string, string>>) => ({
  mode: 'urlencoded',
  urlencoded: Object.entries(values).map(([key, value]) => ({ key, value })),
});

/** All are optional: whoever wants one ticks it. */
function queryOf({ parameters = [] }: DocumentedOperation): Pair[] {
  return parameters.flatMap(parameter =>
    'in' in parameter && parameter.in === 'query' ? [{ key: parameter.name, value: '', disabled: true }] : [],
  );
}

/** How the first of the ways to authenticate is written; none for what is open to anybody. */
function authOf({ security = [] }: DocumentedOperation): object {
  const [scheme] = security.flatMap(way => Object.keys(way));
  const variable = { accessToken: 'accessToken', clientSecret: 'signerSecret', adminToken: 'adminToken' };
  const name = Object.entries(variable).find(([key]) => key === scheme)?.[1];
  if (name === undefined) return { type: 'noauth' };
  return { type: 'bearer', bearer: [{ key: 'token', value: `{{${name}}}`, type: 'string' }] };
}

/** The first kind of body that the operation takes, with its example. */
function bodyOf({ requestBody }: DocumentedOperation): { readonly type?: string; readonly body?: object } {
  if (requestBody === undefined || !('content' in requestBody)) return {};
  const [first] = Object.entries(requestBody.content);
  if (first === undefined) return {};
  const [type, { example, examples }] = first;
  const [named] = Object.values(examples ?? {});
  const shown: unknown = example ?? (named && 'value' in named ? named.value : undefined);
  const raw =
    shown === undefined ? '' : JSON.stringify(shown, undefined, 2).replaceAll(SHORTENED, '"{{pdf}}"');
  return { type, body: { mode: 'raw', raw } };
}
