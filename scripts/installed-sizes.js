import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * What each run-time dependency of a package takes in an install, with those that it brings itself: how many packages, and KiB of
 * their files. What Fastify has anyway, and what an earlier one brought, isn't counted again.
 *
 * @param {string} project folder where `fastify` and the package are installed
 * @param {string} name of the package
 * @returns {{ name: string, packages: number, size: number }[]}
 */
export function installedSizes(project, name) {
  const counted = new Set(closureOf(folderOf('fastify', project)))
  const own = folderOf(name, project)
  return Object.keys(dependenciesOf(own)).map((dependency) => {
    const folders = closureOf(folderOf(dependency, own)).filter((folder) => !counted.has(folder))
    for (const folder of folders) counted.add(folder)
    const bytes = folders.reduce((sum, folder) => sum + bytesIn(folder), 0)
    return { name: dependency, packages: folders.length, size: Math.round(bytes / 1_024) }
  })
}

/** What a table of a page says: name, packages and KiB of each row. */
export function saidSizes(page) {
  return [...page.matchAll(/^\| `([^`]+)` \|[^|]*\| (\d+) \| ([\d,]+) \|$/gm)].map(([, name, packages, size]) => ({
    name,
    packages: Number(packages),
    size: Number(size.replaceAll(',', '')),
  }))
}

/** Sentences where a page says something else than was measured. Newer versions of the same range may be a sixth larger or smaller. */
export function wrongSizes(said, measured) {
  const rows = new Map(said.map((row) => [row.name, row]))
  const wrong = measured
    .filter(({ name, packages, size }) => {
      const row = rows.get(name)
      return row === undefined || row.packages !== packages || Math.abs(row.size - size) > Math.max(size / 6, 2)
    })
    .map((row) => `${row.name} is ${row.packages} packages of ${row.size} KiB`)
  const gone = said.filter((row) => measured.every(({ name }) => name !== row.name))
  return [...wrong, ...gone.map(({ name }) => `${name} is no dependency`)]
}

/** A package's folder and those of all that it needs. */
function closureOf(folder, found = new Set()) {
  if (found.has(folder)) return [...found]
  found.add(folder)
  for (const name of Object.keys(dependenciesOf(folder))) closureOf(folderOf(name, folder), found)
  return [...found]
}

function dependenciesOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).dependencies ?? {}
}

/** As Node looks for it: beside, and in each folder above. */
function folderOf(name, from) {
  const folder = join(from, 'node_modules', name)
  if (existsSync(join(folder, 'package.json'))) return folder
  if (dirname(from) === from) throw new Error(`${name} is not installed`)
  return folderOf(name, dirname(from))
}

function bytesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.name !== 'node_modules')
    .reduce((sum, entry) => {
      const path = join(folder, entry.name)
      return sum + (entry.isDirectory() ? bytesIn(path) : statSync(path).size)
    }, 0)
}
