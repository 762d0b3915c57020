import { FMW_STORE_ARGUMENT } from '../errors.ts'

/** The package `pg`, which is loaded when it is needed: those who use another store do not install it. */
export async function loadPg(load: () => Promise<typeof import('pg')> = () => import('pg')) {
  try {
    return (await load()).default
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
    if (!isMissing) throw error
    throw new FMW_STORE_ARGUMENT('a URL', 'needs the package pg, which is not installed: npm install pg')
  }
}
