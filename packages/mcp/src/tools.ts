/** The tools, and what a call of one does. */
import { usableFolder, withFiles, writeSecret } from './files.ts';
import { LOCAL_TOOLS } from './local-tools.ts';
import { SessionSecrets, withoutSecrets } from './secrets.ts';
import { ServiceClient, type ServiceRequest } from './service-client.ts';
import { type ServiceTool, type ToolDescription, ToolError } from './service-tool.ts';
import type { Settings } from './settings.ts';
import generated from './tools.json' with { type: 'json' };

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a test compares the file with what is made of the document
export const SERVICE_TOOLS = generated as unknown as readonly ServiceTool[];

type Arguments = Readonly<Record<string, unknown>>;

interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
}

/** Addresses are made of these alone, so that no argument leads to another route. */
const PATH_VALUE = /^\w{1,100}$/;

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** The request of a tool without its credential. @throws ToolError for an argument that can't stand where it belongs */
function requestOf(tool: ServiceTool, given: Arguments): ServiceRequest {
  const rest: Record<string, unknown> = { ...given };
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let { path } = tool;
  for (const { argument, name, in: place } of tool.parameters) {
    const value = rest[argument];
    delete rest[argument];
    const text = textOf(value);
    if (place === 'path') {
      if (text === undefined || !PATH_VALUE.test(text))
        throw new ToolError(`${argument} is missing, or no id.`);
      path = path.replace(`{${name}}`, text);
    } else if (place === 'query' && text !== undefined) query.set(name, text);
    else if (text !== undefined) {
      if (!/^[\x21-\x7e]{1,255}$/.test(text))
        throw new ToolError(`${argument} has to be 1 to 255 characters of ASCII.`);
      headers[name] = text;
    }
  }
  const address = query.size > 0 ? `${path}?${query.toString()}` : path;
  return { method: tool.method, path: address, headers, ...(tool.hasBody && { body: rest }) };
}

/** Offers the tools of one service, and holds the secrets of what they create. */
export class Tools {
  readonly #settings: Settings;
  readonly #client: ServiceClient;
  readonly #sessions = new SessionSecrets();

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#client = new ServiceClient(settings);
  }

  /** What is told of them. */
  get descriptions(): ToolDescription[] {
    return [...SERVICE_TOOLS, ...(this.#settings.isLocal ? LOCAL_TOOLS : [])].map(
      ({ name, title, description, inputSchema, annotations }) => {
        return { name, title, description, inputSchema, annotations };
      },
    );
  }

  /** Never rejects: what goes wrong is an answer as well. */
  async call(name: string, given: Arguments, signal: AbortSignal): Promise<ToolAnswer> {
    try {
      const value = await this.#value(name, given, signal);
      return { text: this.#clean(JSON.stringify(value ?? { done: true }, undefined, 2)), isError: false };
    } catch (error) {
      const text = error instanceof ToolError ? error.message : 'This program has failed at this call.';
      return { text: this.#clean(text), isError: true };
    }
  }

  #clean(text: string): string {
    return withoutSecrets(text, this.#client.secrets);
  }

  async #value(name: string, given: Arguments, signal: AbortSignal): Promise<unknown> {
    const tool = SERVICE_TOOLS.find(one => one.name === name);
    if (tool !== undefined) return this.#callService(tool, given, signal);
    const local = this.#settings.isLocal ? LOCAL_TOOLS.find(one => one.name === name) : undefined;
    if (local === undefined) throw new ToolError(`There is no tool ${name}.`);
    return local.call(this.#client, given, signal);
  }

  async #callService(tool: ServiceTool, given: Arguments, signal: AbortSignal): Promise<unknown> {
    const { filesFolder } = this.#settings;
    const folder = tool.writesSecret ? await usableFolder(filesFolder) : undefined;
    const request = requestOf(tool, given);
    const bearer = tool.credential === 'session' ? this.#secretOf(given['sessionId']) : undefined;
    const { documents } = tool;
    const body = documents && (await withFiles({ ...Object(request.body) }, documents, filesFolder));
    const answer = await this.#client.call({
      ...request,
      signal,
      ...(body !== undefined && { body }),
      ...(bearer !== undefined && { bearer }),
    });
    const told = this.#sessions.takeFrom(answer);
    return folder === undefined ? told : secretInFile(told, folder);
  }

  #secretOf(sessionId: unknown): string {
    const secret = typeof sessionId === 'string' ? this.#sessions.find(sessionId) : undefined;
    if (secret !== undefined) return secret;
    throw new ToolError(
      'This program has not created that session since it was started, so it has no link to it. Where the session was created with an idempotencyKey, create it again with the same key and arguments: it is answered, not created twice.',
    );
  }
}

/** Puts a webhook's secret into a file. @returns the answer with the file's name instead */
async function secretInFile(answer: unknown, folder: string): Promise<unknown> {
  const { secret, ...rest }: Record<string, unknown> = { ...Object(answer) };
  const { webhookId } = rest;
  if (typeof secret !== 'string' || typeof webhookId !== 'string' || !PATH_VALUE.test(webhookId)) return rest;
  return { ...rest, secretFile: await writeSecret(folder, `webhook-${webhookId}.secret`, secret) };
}
