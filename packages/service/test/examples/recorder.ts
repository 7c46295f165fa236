import type { Example } from '../../src/openapi/complete-operations.ts';
import { OPERATION_ENTRIES } from '../../src/openapi/operations.ts';
import type { Service } from '../../src/main/service.ts';

interface Route {
  readonly operationId: string;
  readonly method: string;
  readonly path: RegExp;
}

/** Routes with fewer parameters first: `/v1/verify/trust-anchors` is no evidence id. */
const ROUTES: readonly Route[] = [...OPERATION_ENTRIES]
  .toSorted(([one], [other]) => one.split('{').length - other.split('{').length)
  .map(([route, { operationId }]) => {
    const [method = '', path = ''] = route.split(' ');
    return { operationId, method, path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) };
  });

async function bodyOf(message: Request | Response): Promise<unknown> {
  const type = message.headers.get('Content-Type') ?? '';
  const text = await message.text();
  if (text === '') return undefined;
  if (type.includes('json')) return JSON.parse(text);
  return type.includes('urlencoded') ? Object.fromEntries(new URLSearchParams(text)) : undefined;
}

/** The name of a request whose body is one of several. */
function variantOf(operationId: string, request: unknown, answer: unknown): string | undefined {
  if (operationId === 'advanceSigningSession') return String(Object(request).action);
  return operationId === 'completeStep' ? String(Object(answer).type) : undefined;
}

/** Writes down the first successful exchange of each operation, and of each variant of its body. */
export class Recorder {
  readonly #examples = new Map<string, Example>();

  /** @returns the service, whose exchanges are written down from now on */
  over(service: Service): Service {
    return {
      ...service,
      fetch: async (request, connection) => {
        const sent = request.clone();
        const response = await service.fetch(request, connection);
        if (response.ok) await this.#record(sent, response.clone());
        return response;
      },
    };
  }

  /** By operation id, in the order of the document. */
  examples(): Record<string, Example> {
    const ids = Array.from(OPERATION_ENTRIES.values(), ({ operationId }) => operationId);
    return Object.fromEntries(
      ids.flatMap(id => {
        const example = this.#examples.get(id);
        return example === undefined ? [] : [[id, example]];
      }),
    );
  }

  async #record(sent: Request, response: Response): Promise<void> {
    const { pathname } = new URL(sent.url);
    const route = ROUTES.find(({ method, path }) => method === sent.method && path.test(pathname));
    const isJson = /json/.test(response.headers.get('Content-Type') ?? '');
    if (route === undefined || !isJson) return;
    const { operationId } = route;
    const [request, answer] = [await bodyOf(sent), await bodyOf(response)];
    const variant = variantOf(operationId, request, answer);
    const { requests, ...known } = this.#examples.get(operationId) ?? { request, answer };
    if (variant === undefined) this.#examples.set(operationId, known);
    else {
      const all = { ...requests, [variant]: requests?.[variant] ?? request };
      this.#examples.set(operationId, { requests: all, answer: known.answer });
    }
  }
}
