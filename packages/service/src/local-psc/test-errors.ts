import type { TestVariant } from './test-variants.ts';

/** An error of a test provider, in the form of its variant. */
export function errorAnswer({ errors }: TestVariant, status: number, error: string): Response {
  switch (errors) {
    case 'oauth':
      return Response.json({ error, error_description: 'Não foi possível.' }, { status });
    case 'problem':
      return Response.json({ type: 'about:blank', title: error, status, detail: 'x' }, { status });
    case 'message':
      return Response.json({ Message: 'Esta solicitação não está ativa ou foi revogada' }, { status });
  }
}
