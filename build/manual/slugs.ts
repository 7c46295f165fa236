/**
 * The anchor of a heading, as GitHub makes it, so that a link works in both. It keeps underscores: `network_error` and
 * `network-error` are different codes.
 */
export function slugify(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}
