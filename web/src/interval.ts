export type Interval = { low: number; high: number; level: number };

/** How sure a figure is, where the server says so; nothing is made up where it does not. */
export function intervalOf(figure: object | undefined): Interval | undefined {
  const interval = (figure as { interval?: Partial<Interval> | null } | undefined)?.interval;
  const { low, high, level } = interval ?? {};
  return low === undefined || high === undefined || level === undefined ? undefined : { low, high, level };
}
