import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { ownFolder } from '../own-folder.ts'
import { type Kind, kinds } from '../pushes/kinds.ts'
import type { Fields } from '../pushes/reading/json.ts'
import { nearestWord } from '../text/nearest-word.ts'
import { FMW_FIXTURE_INVALID, FMW_FIXTURE_UNKNOWN } from './errors.ts'

/**
 * A push, and its expected result: one file of the package's `fixtures` folder, or one of your own.
 *
 * @example
 * const fixture: Fixture = loadFixture('checkout/cancelled-under-success')
 * fixture.expect.event?.outcome // 'undetermined'
 */
export interface Fixture {
  /** The kind and the file's name: `checkout/paid-camel`. */
  readonly name: string
  readonly kind: Kind
  /** What is special about it, in a sentence. */
  readonly description: string
  /** Where the push is from: a section of the reference, a row of the field notes, `bad input`. */
  readonly source: string
  readonly request: FixtureRequest
  /** The expected result, with the default settings of a registration. */
  readonly expect: FixtureExpectation
}

/**
 * The request that a fixture sends to the route of its kind.
 *
 * @example
 * const request: FixtureRequest = { method: 'POST', body: { MessageId: 'a1', Status: 'Delivered' } }
 * await replay(app, { kind: 'deliveryReport', request })
 */
export interface FixtureRequest {
  readonly method: PushMethod
  /** Added to the route's own query. */
  readonly query?: Readonly<Record<string, string | readonly string[]>> | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Sent as JSON, with the content type of JSON unless `headers` has another. */
  readonly body?: unknown
  /** Sent as it is, in UTF-8, with the content type of `headers`, or none. */
  readonly text?: string | undefined
}

/**
 * Methods that reach a push route.
 *
 * @example
 * const method: PushMethod = 'GET'
 * await replay(app, { kind: 'inboundMessage', request: { method, query: { From: '+233000000000', Keyword: 'STOP' } } })
 */
export type PushMethod = (typeof methods)[number]

/**
 * The expected result of a fixture.
 *
 * @example
 * const { expect: expected, ...fixture } = loadFixture('checkout/cancelled-under-success')
 * const { status, event }: FixtureExpectation = expected
 * assert.equal((await replay(app, fixture)).status, status)
 */
export interface FixtureExpectation {
  /** The status of the answer, if the handler doesn't fail. */
  readonly status: number
  /** The event that the handler gets, as `plainEvent` writes it. Without it, no handler runs. */
  readonly event?: Fields | undefined
  /** The problem that the service gets. */
  readonly problem?: { readonly code: string; readonly field: string | null } | undefined
  /** Some fields of the answer, if it doesn't depend on the handler. */
  readonly reply?: Fields | undefined
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

const text = Type.String()
const fields = Type.Record(Type.String(), Type.Unknown())
const closed = { additionalProperties: false }

const push = {
  kind: oneOf(kinds),
  request: Type.Object(
    {
      method: oneOf(methods),
      query: Type.Optional(Type.Record(Type.String(), Type.Union([text, Type.Array(text)]))),
      headers: Type.Optional(Type.Record(Type.String(), text)),
      body: Type.Optional(Type.Unknown()),
      text: Type.Optional(text),
    },
    closed,
  ),
}

const schema: TSchema = Type.Object(
  {
    ...push,
    name: text,
    description: text,
    source: text,
    expect: Type.Object(
      {
        status: Type.Integer(),
        event: Type.Optional(fields),
        problem: Type.Optional(Type.Object({ code: text, field: Type.Union([text, Type.Null()]) }, closed)),
        reply: Type.Optional(fields),
      },
      closed,
    ),
  },
  closed,
)

function oneOf(words: readonly string[]): TSchema {
  return Type.Union(words.map((word) => Type.Literal(word)))
}

/**
 * Reads the text of a fixture file. What comes is frozen: fixtures are shared by all tests of a process.
 *
 * @param file shown in the error
 * @throws FMW_FIXTURE_INVALID
 */
export function readFixture(json: string, file: string): Fixture {
  const value = parse(json, file)
  if (isFixture(value)) return value
  throw new FMW_FIXTURE_INVALID(file, problemsOf(schema, value))
}

/** A push of one's own, as JavaScript gives it: what it is for may be left out. @throws FMW_FIXTURE_INVALID */
export function checkPush<Push extends Pick<Fixture, 'kind' | 'request'>>(given: Push): Push {
  const problems = problemsOf(pushSchema, given)
  if (problems !== '') throw new FMW_FIXTURE_INVALID('What replay was given', problems)
  return given
}

const pushSchema: TSchema = Type.Object(push)

function problemsOf(wanted: TSchema, value: unknown): string {
  const problems = Array.from(Value.Errors(wanted, value), ({ path, message }) => `at '${path}': ${message}`)
  return problems.slice(0, 3).join('; ')
}

function isFixture(value: unknown): value is Fixture {
  return Value.Check(schema, value)
}

function parse(json: string, file: string): unknown {
  try {
    return JSON.parse(json, (_name, value: unknown) => Object.freeze(value))
  } catch {
    throw new FMW_FIXTURE_INVALID(file, 'it is not JSON')
  }
}

const folder = new URL('../fixtures/', ownFolder)

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
 * Returns one fixture: the package's by its name, or your own by the address of its file. A path as text isn't taken: it
 * doesn't say which folder it begins in.
 *
 * @throws FMW_FIXTURE_UNKNOWN, naming the nearest, or how to name a file; FMW_FIXTURE_INVALID; what reading a file throws
 * @example
 * loadFixture('checkout/cancelled-under-success')
 * loadFixture(new URL('./pushes/last-tuesday.json', import.meta.url))
 */
export function loadFixture(name: string | URL): Fixture {
  return name instanceof URL ? readFile(name) : fixtureNamed(name, `name must be a URL: ${address}`)
}

/** How a test names its own file, wherever the tests are started. */
export const address = "new URL('./own.json', import.meta.url), or pathToFileURL(path) of node:url"

/**
 * One of the package's fixtures.
 *
 * @param ownFile how to give a file of one's own, for those who wrote a path; left out where a path is one
 * @throws FMW_FIXTURE_UNKNOWN
 */
export function fixtureNamed(name: string, ownFile?: string): Fixture {
  const all = fixtures()
  const found = all.find((fixture) => fixture.name === name)
  if (found !== undefined) return found
  const names = all.map((fixture) => fixture.name)
  const nearest = nearestWord(String(name), names)
  const meant = nearest === undefined ? '' : `; '${nearest}' may be meant`
  const isNamed = meant !== '' && !isPath(name)
  const advice = ownFile === undefined || isNamed ? '' : `; for a file of your own, ${ownFile}`
  throw new FMW_FIXTURE_UNKNOWN('fixture', name, meant + advice)
}

function isPath(name: string): boolean {
  return /\.json$|^\.|^[/\\]|:/.test(name)
}

function readKind(kind: Kind): Fixture[] {
  const files = readdirSync(new URL(`${kind}/`, folder)).sort()
  return files.map((file) => readFile(new URL(`${kind}/${file}`, folder)))
}

function readFile(file: URL): Fixture {
  return readFixture(readFileSync(file, 'utf8'), fileURLToPath(file))
}
