import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readOwnPackage } from '../../built-files.ts'
import { ownFolder } from '../../own-folder.ts'

/** How a project depends on this package. */
export interface Dependency {
  /** What stands in its package.json. */
  readonly range: string
  /** A packed file that comes along, for a package that no registry has; undefined where one has it. */
  readonly tarball: string | undefined
}

const root = fileURLToPath(new URL('../', ownFolder))

/** What this package says of itself. */
export const ownPackage = readOwnPackage()

/** As the folder that this package is installed in depends on it: by version, or by a packed file. */
export function findDependency(folder = root): Dependency {
  const { name, version } = ownPackage
  const owner = dirname(dirname(folder))
  const tarball =
    basename(dirname(folder)) === 'node_modules' ? tarballOf(join(owner, 'package.json'), name) : undefined
  return tarball === undefined
    ? { range: `^${version}`, tarball: undefined }
    : { range: `file:vendor/${basename(tarball)}`, tarball }
}

function tarballOf(file: string, name: string): string | undefined {
  if (!existsSync(file)) return undefined
  const { dependencies }: { dependencies?: Readonly<Record<string, string>> } = JSON.parse(readFileSync(file, 'utf8'))
  const [, path] = /^file:(.*\.tgz)$/.exec(dependencies?.[name] ?? '') ?? []
  const found = path === undefined ? undefined : resolve(dirname(file), path)
  return found !== undefined && existsSync(found) ? found : undefined
}
