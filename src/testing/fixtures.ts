import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Kind, kinds } from '../pushes/kinds.ts'
import { nearestWord } from '../replies/checks/nearest-word.ts'
import { FMW_FIXTURE_UNKNOWN } from './errors.ts'
import { type Fixture, readFixture } from './fixture.ts'

// The same two levels up from `src/testing` and from `dist/testing`.
const folder = new URL('../../fixtures/', import.meta.url)

let loaded: readonly Fixture[] | undefined

/**
 * Returns the package's fixtures, of one kind or of all: real shapes of every push, every deviation that was seen, and
 * bad input, each with its expected result.
 *
 * @throws FMW_FIXTURE_UNKNOWN for a kind that does not exist
 * @example
 * it.each(fixtures('checkout'))('$name: $description', async (fixture) => {
 *   const { status } = await replay(app, fixture)
 *   expect(status).toBe(fixture.expect.status)
 * })
 */
export function fixtures(kind?: Kind): readonly Fixture[] {
  loaded ??= kinds.flatMap(readKind)
  if (kind === undefined) return loaded
  const known = new Set<string>(kinds)
  if (!known.has(kind)) throw new FMW_FIXTURE_UNKNOWN('kind', kind, `; there are: ${kinds.join(', ')}`)
  return loaded.filter((fixture) => fixture.kind === kind)
}

/**
 * Returns one fixture: the package's by its name, or your own by the address of its file.
 *
 * @throws FMW_FIXTURE_UNKNOWN, naming the nearest; FMW_FIXTURE_INVALID; what reading a file throws
 * @example
 * loadFixture('checkout/cancelled-under-success')
 * loadFixture(new URL('./pushes/last-tuesday.json', import.meta.url))
 */
export function loadFixture(name: string | URL): Fixture {
  if (name instanceof URL) return readFile(name)
  const all = fixtures()
  const found = all.find((fixture) => fixture.name === name)
  if (found !== undefined) return found
  const nearest = nearestWord(
    name,
    all.map((fixture) => fixture.name),
  )
  throw new FMW_FIXTURE_UNKNOWN('fixture', name, nearest === undefined ? '' : `; '${nearest}' may be meant`)
}

function readKind(kind: Kind): Fixture[] {
  const files = readdirSync(new URL(`${kind}/`, folder)).sort()
  return files.map((file) => readFile(new URL(`${kind}/${file}`, folder)))
}

function readFile(file: URL): Fixture {
  return readFixture(readFileSync(file, 'utf8'), fileURLToPath(file))
}
