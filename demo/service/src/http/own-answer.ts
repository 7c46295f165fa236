import { randomUUID } from 'node:crypto';
import { API_VERSION, type Problem } from '../domain/problem.ts';

/** A problem response made outside the app, with the same headers, readable from any origin. */
export function ownAnswer(problem: Problem, path: string): Response {
  const answer = problem.toResponse(path);
  answer.headers.set('API-Version', API_VERSION);
  answer.headers.set('X-Request-Id', randomUUID());
  answer.headers.set('Access-Control-Allow-Origin', '*');
  answer.headers.set('Access-Control-Expose-Headers', 'Retry-After, API-Version, X-Request-Id');
  return answer;
}
