/** A step that a script has begun. */
export interface BegunStep {
  /** As it is written: `talk.ask`, `talk.once('order')`. */
  readonly name: string
  /** Where it is written, in development. */
  readonly site?: Error | undefined
}

/** Where a script calls a step, to be read only if somebody wants to know: that costs more than to remember it. */
export function siteOf(method: (...given: never) => unknown): Error {
  const site = new Error()
  Error.captureStackTrace(site, method)
  return site
}

/** The place that an error, or a call, was made at: `script (shop.js:12:5)`. */
export function frameOf({ stack }: Error): string | undefined {
  return stack
    ?.split('\n')
    .find((line) => line.startsWith('    at '))
    ?.trim()
    .slice(3)
}

/** What a step throws has no line of the script: it was awaited by then. */
export function addPlace(error: unknown, step: BegunStep | undefined): void {
  const place = step?.site && frameOf(step.site)
  if (place === undefined || !(error instanceof Error) || error.stack?.endsWith(place) === true) return
  Reflect.set(error, 'stack', `${error.stack}\n    at ${place}`)
}

/** A step by its name and, where that is known, its place. */
export function describeStep({ name, site }: BegunStep): string {
  const place = site === undefined ? undefined : frameOf(site)
  return place === undefined ? name : `${name} at ${place}`
}
