/** Leaves a script where it is: what waits for this goes away with it. */
export function never(): Promise<never> {
  return new Promise(ignore)
}

const ignore = (): void => undefined
