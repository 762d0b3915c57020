import { misuse } from './misuse.ts'

/**
 * Refuses a Node that is too old. It would start, and then fail on the first payment: npm only warns.
 *
 * @param version as in `process.versions.node`
 * @throws FMW_NODE
 */
export function checkNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < oldest.major || (major === oldest.major && minor < oldest.minor)) {
    throw new FMW_NODE(`${oldest.major}.${oldest.minor}`, version)
  }
}

// As `engines` in package.json; a test compares them.
const oldest = { major: 22, minor: 13 }

/** This Node is too old. */
export const FMW_NODE = misuse<[oldest: string, version: string]>(
  'FMW_NODE',
  'Node %s or newer is needed, and this is %s: install a newer one, from nodejs.org or by your version manager',
)
