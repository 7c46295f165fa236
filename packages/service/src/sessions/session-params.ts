import { z } from '@hono/zod-openapi';
import { idSchema } from '../domain/identifiers/id-schema.ts';

export const sessionParams = z.object({ sessionId: idSchema });
