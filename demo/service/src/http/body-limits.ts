import { bodyLimit } from 'hono/body-limit';
import { Problem } from '../domain/problem.ts';

/** Refuses a body that is too large by its announced length, or as soon as it has grown too large. */
export function limitBody(bytes: number) {
  return bodyLimit({
    maxSize: bytes,
    onError: () => {
      throw new Problem('payload-too-large', `The body is more than ${bytes} bytes.`);
    },
  });
}
