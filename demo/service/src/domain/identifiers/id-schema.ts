import * as z from 'zod';

/**
 * An id as `randomId` writes it, or could have: whatever else comes is unknown without asking the database, which
 * cannot even be asked about some texts (NUL, broken Unicode).
 */
export const idSchema = z.string().regex(/^\w{1,100}$/);

export function isId(value: unknown): value is string {
  return idSchema.safeParse(value).success;
}
