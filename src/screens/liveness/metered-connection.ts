/** What Chromium tells of the connection; the other engines tell nothing. */
interface ConnectedNavigator extends Navigator {
  readonly connection?: {
    readonly saveData?: boolean;
    readonly type?: string;
    readonly effectiveType?: string;
  };
}

/** May somebody be paying for each byte? Then nothing large is loaded ahead of time. */
export function isMetered(): boolean {
  const { connection }: ConnectedNavigator = navigator;
  return (
    connection?.saveData === true ||
    connection?.type === 'cellular' ||
    (connection?.effectiveType ?? '4g') !== '4g' ||
    matchMedia('(prefers-reduced-data: reduce)').matches
  );
}
