/** Chromium's Network Information API; other engines lack it. */
interface ConnectedNavigator extends Navigator {
  readonly connection?: {
    readonly saveData?: boolean;
    readonly type?: string;
    readonly effectiveType?: string;
  };
}

/** May the connection be metered? Then nothing large is preloaded. */
export function isMetered(): boolean {
  const { connection }: ConnectedNavigator = navigator;
  return (
    connection?.saveData === true ||
    connection?.type === 'cellular' ||
    (connection?.effectiveType ?? '4g') !== '4g' ||
    matchMedia('(prefers-reduced-data: reduce)').matches
  );
}
