import { Environment } from '../environment.ts'

/**
 * The secrets that a command opens sealed values with: those of `MERCHANT_SECRET`, which may be a list with commas, in the
 * environment or in the file `.env` of this folder. No option names them: others on the machine see those.
 */
export function secretsGiven(): readonly string[] {
  const environment = new Environment()
  try {
    environment.readFile()
    return process.env.MERCHANT_SECRET?.split(',').filter((secret) => secret !== '') ?? []
  } finally {
    environment.restore()
  }
}
