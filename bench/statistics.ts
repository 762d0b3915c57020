/** The middle of some figures: what one bad round does not move. @throws when there are none */
export function median(figures: readonly number[]): number {
  return quantile(figures, 0.5)
}

/**
 * The figure that a share of all figures does not pass, between two where it falls between them.
 *
 * @param share from 0 to 1: 0.99 for the 99th percentile
 * @throws when there are no figures
 */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = Float64Array.from(figures).sort()
  const position = (sorted.length - 1) * share
  const below = sorted[Math.floor(position)]
  const above = sorted[Math.ceil(position)]
  if (below === undefined || above === undefined) throw new Error('there are no figures')
  return below + (above - below) * (position - Math.floor(position))
}
