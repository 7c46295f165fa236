const UNITS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const;

/** The difference of the service's clock from this device's, such as `2 h 5 min ahead`. Less than 5 s is ignored. */
export function shiftText(milliseconds: number): string {
  const exact = Math.abs(milliseconds) / 1000;
  if (exact < 5) return 'true time';
  // The measurement includes the duration of a request, so from a minute on seconds are left out.
  let seconds = exact < 59.5 ? Math.round(exact) : Math.round(exact / 60) * 60;
  const parts: string[] = [];
  for (const [size, unit] of UNITS) {
    const count = Math.floor(seconds / size);
    seconds -= count * size;
    if (count > 0) parts.push(`${count} ${unit}`);
  }
  return `${parts.join(' ')} ${milliseconds > 0 ? 'ahead' : 'behind'}`;
}
