import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * The file of a program that tests start in a process of its own: the one that was built for this run of tests (see
 * `test/built-programs.ts`), or its source where none was.
 */
export function programOf(source: URL): string {
  const file = fileURLToPath(source)
  const built = process.env.FMW_TEST_PROGRAMS
  return built === undefined ? file : join(built, relative(root, file).replace(/ts$/, 'js'))
}
