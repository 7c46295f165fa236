import assert from 'node:assert/strict';
import type { ZodType } from 'zod';
import type { OpenApiDocument } from '../../packages/service/src/openapi/operation.ts';
import { answerSchema, standAlone } from '../../packages/service/test/support/documented-schemas.ts';
import { openTestService, type Answer } from '../../packages/service/test/support/test-service.ts';
import type { FakeSession } from '../../packages/testing/src/index.ts';

export type Body = Readonly<Record<string, unknown>>;

export const SESSION = '/v1/signing-sessions/{sessionId}';

/** Asks fake sessions, and holds their answers against what the service's document says of them. */
export class DocumentedAnswers {
  readonly document: OpenApiDocument;
  /** By route, because making one takes longer than using it. */
  readonly #schemas = new Map<string, ZodType>();

  private constructor(document: OpenApiDocument) {
    this.document = document;
  }

  /** With the document of a service of its own, which is closed then. */
  static async open(): Promise<DocumentedAnswers> {
    const service = await openTestService();
    const document: OpenApiDocument = (await service.call('/openapi.json')).body;
    await service.close();
    return new DocumentedAnswers(document);
  }

  async ask(session: FakeSession, route: string, content?: Body): Promise<Pick<Answer, 'status' | 'body'>> {
    const [method = '', path = ''] = route.split(' ');
    const response = await session.fetch(session.baseUrl + path.replace('{sessionId}', session.sessionId), {
      method,
      headers: { Authorization: `Bearer ${session.clientSecret}` },
      ...(content === undefined ? {} : { body: JSON.stringify(content) }),
    });
    const body: unknown = await response.json();
    const { error } = this.#schemaOf(response.ok ? route : 'problem').safeParse(body);
    assert.equal(error, undefined, `${route}: ${JSON.stringify(body)}`);
    return { status: response.status, body };
  }

  #schemaOf(name: string): ZodType {
    const schema =
      this.#schemas.get(name) ??
      (name === 'problem'
        ? standAlone(this.document, { $ref: '#/components/schemas/Problem' })
        : answerSchema(this.document, name));
    this.#schemas.set(name, schema);
    return schema;
  }

  /** An action of the signer. */
  advance(session: FakeSession, content: Body): Promise<Pick<Answer, 'status' | 'body'>> {
    return this.ask(session, `POST ${SESSION}/advance`, content);
  }
}
