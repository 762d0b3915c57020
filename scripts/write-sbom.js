// Writes the bill of materials that goes into the package, in CycloneDX: what an installation of it fetches, and what its pages
// were built from, by the lock file. Peer dependencies are the application's own. `npm sbom --omit dev` isn't used: it leaves out what the tests need too, such as
// `@fastify/error`, and writes the name of this folder. No date, no number of its own: the same lock gives the same file.
import { globSync, readFileSync, writeFileSync } from 'node:fs'

const root = new URL('..', import.meta.url)
const [, , target = new URL('sbom.cdx.json', root)] = process.argv
const { packages } = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8'))
const { name, version, license, description, devDependencies } = JSON.parse(
  readFileSync(new URL('package.json', root), 'utf8'),
)

/** The packages that are reached from the package's own dependencies, by their place in the lock. */
const reached = new Map()
const needed = [...neededBy(''), ...inPages().map((wanted) => find('', wanted))]
const components = [...reached].map(([place, { needs: _, ...component }]) => ({
  ...component,
  'bom-ref': refOf(place),
}))
const bom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: {
    lifecycles: [{ phase: 'build' }],
    component: { type: 'library', name, version, description, licenses: licensesOf(license), ...marks(name, version) },
  },
  components: components.toSorted((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1)),
  dependencies: [
    { ref: marks(name, version)['bom-ref'], dependsOn: needed.map(refOf).toSorted() },
    ...[...reached].map(([place, { needs }]) => ({ ref: refOf(place), dependsOn: needs.map(refOf).toSorted() })),
  ],
}
writeFileSync(target, `${JSON.stringify(bom, undefined, 2)}\n`)

/** Packages that the sources of the pages import: they are built into files of this one. */
function inPages() {
  const files = globSync('ui/**/*.{ts,tsx,css}', { cwd: root, exclude: ['ui/**/vite.config.ts'] })
  const imports = files.flatMap((file) => [
    ...readFileSync(new URL(file, root), 'utf8').matchAll(
      /(?:from|import|@import|@plugin) ['"]((?:@[\w-]+\/)?[\w-]+)/g,
    ),
  ])
  return [...new Set(imports.map(([, wanted]) => wanted))].filter((wanted) => wanted in devDependencies)
}

/** Where the dependencies of a package stand; each is noted once. */
function neededBy(place) {
  const { dependencies = {}, optionalDependencies = {} } = packages[place]
  return Object.keys({ ...dependencies, ...optionalDependencies }).map((wanted) => find(place, wanted))
}

function find(place, wanted) {
  const found = nearest(place, wanted)
  if (!reached.has(found)) note(found, wanted)
  return found
}

function note(place, wanted) {
  const { version: locked, integrity, license: terms } = packages[place]
  const component = { type: 'library', name: wanted, version: locked, scope: 'required', needs: [] }
  reached.set(place, {
    ...component,
    hashes: hashesOf(integrity),
    licenses: licensesOf(terms),
    ...marks(wanted, locked),
  })
  reached.get(place).needs.push(...neededBy(place))
}

/** As Node looks for a package: beside the one that needs it, then further out. */
function nearest(place, wanted) {
  const inside = place === '' ? `node_modules/${wanted}` : `${place}/node_modules/${wanted}`
  if (inside in packages) return inside
  if (place === '') throw new Error(`package-lock.json has no ${wanted}: run npm install`)
  return nearest(place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/'))), wanted)
}

function refOf(place) {
  return reached.get(place)['bom-ref']
}

function marks(packageName, packageVersion) {
  return {
    'bom-ref': `${packageName}@${packageVersion}`,
    purl: `pkg:npm/${packageName.replace('@', '%40')}@${packageVersion}`,
  }
}

function hashesOf(integrity) {
  const [algorithm = '', digest = ''] = integrity.split('-')
  return [{ alg: algorithm.replace(/^sha/, 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') }]
}

function licensesOf(terms) {
  return /^[\w.+-]+$/.test(terms) ? [{ license: { id: terms } }] : [{ expression: terms }]
}
