/**
 * Makes an error show the line on which its step was written: steps run later, where nothing on the stack is
 * the test's own.
 *
 * @param site an error made on that line
 */
export function pointAt(error: unknown, site: Error): unknown {
  if (error instanceof Error) {
    const frames = String(site.stack).replace(/^.*\n/, '')
    error.stack = `${error.name}: ${error.message}\n${frames}`
  }
  return error
}
