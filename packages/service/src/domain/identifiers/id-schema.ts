import * as z from 'zod';

/**
 * The form of ids made by `randomId`, and a little more. Anything else is unknown without a query; some texts (NUL,
 * broken Unicode) could not even be queried.
 */
export const idSchema = z.string().regex(/^\w{1,100}$/);

export function isId(value: unknown): value is string {
  return idSchema.safeParse(value).success;
}
