import { ownOptions } from '../../own-options.ts'
import type { Kind } from '../../pushes/kinds.ts'
import { kinds } from '../../pushes/kinds.ts'
import { type Found, replacePlain } from '../../text/folded/plain-digits.ts'
import { separatedNumbers } from '../../text/phone.ts'
import { FMW_SIMULATOR_STATE } from '../errors.ts'
import type { LogRow } from '../log/row.ts'
import { parseJson } from '../wire/names.ts'
import { Doubts } from './doubts.ts'
import { Masks } from './hidden/mask.ts'
import { SessionSecrets } from './hidden/session-secrets.ts'
import { givenSecrets } from './hidden/stand-ins.ts'

/**
 * A push of the log as a fixture, for `loadFixture` and `replay` of `…/testing`.
 *
 * @example
 * const fixture: RecordedFixture = recordFixture(row, { name: 'checkout/last-tuesday' })
 * await writeFile('last-tuesday.json', JSON.stringify(fixture, null, 2))
 */
export interface RecordedFixture {
  readonly name: string
  readonly kind: Kind
  readonly description: string
  readonly source: string
  readonly request: {
    readonly method: string
    readonly query?: Readonly<Record<string, string>>
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: unknown
    readonly text?: string
  }
  readonly expect: { readonly status: number }
}

/**
 * What a fixture is called, and what must not stand in it.
 *
 * @example
 * const about: FixtureOptions = { description: 'Sends money with a PIN', secrets: ['2580'] }
 */
export interface FixtureOptions {
  /** Default: its kind and row. */
  readonly name?: string | undefined
  /** What is special about it. */
  readonly description?: string | undefined
  /** Texts that must not stand in it, beside phone numbers and what was entered at a sensitive screen. */
  readonly secrets?: readonly string[] | undefined
}

/**
 * Makes a fixture of a push in the log: what was sent, and the status that was answered. Phone numbers and
 * what was entered at a sensitive screen are hidden; its dates are those of the row.
 *
 * @param about what to call it, what is special about it, and secrets in it
 * @throws FMW_SIMULATOR_STATE for a call, for a push that got no answer, and for one that is longer than the log keeps
 * @example
 * const row = await sim.log.next({ kind: 'deliveryReport' })
 * const fixture = recordFixture(row, { description: 'The report of the last order' })
 */
export function recordFixture(row: LogRow, about: FixtureOptions = {}): RecordedFixture {
  const { secrets = [], ...others } = ownOptions(about)
  return fixtureAmong([row], row, secrets, others)
}

/** The same, of a row among those of the log: what else came in its session tells what is secret. */
export function fixtureAmong(
  rows: readonly LogRow[],
  row: LogRow,
  secrets: readonly string[] = [],
  about: Omit<FixtureOptions, 'secrets'> = {},
): RecordedFixture {
  const masks = new Masks()
  for (const text of givenSecrets(secrets)) masks.addSecret(text)
  const { sessionId } = row.about
  const session = rows.filter(
    ({ id, about }) => id === row.id || (sessionId !== undefined && about.sessionId === sessionId),
  )
  const { entered, dialled } = new SessionSecrets(session, new Doubts())
  for (const one of [...entered, ...dialled]) masks.addSecret(one.text, one.row)
  for (const one of entered) if (one.row === row) masks.addWhole(one.text)
  return fixtureOf(row, about, masks)
}

/** The same, with masks that other recordings share. */
export function fixtureOf(row: LogRow, about: Omit<FixtureOptions, 'secrets'>, masks: Masks): RecordedFixture {
  const { id, kind, method, request, response } = row
  if (!isKind(kind) || row.direction !== 'push') {
    throw new FMW_SIMULATOR_STATE(`can make a fixture of a push alone, and row ${id} is a call: choose another row`)
  }
  if (response === null) {
    throw new FMW_SIMULATOR_STATE(`can't make a fixture of row ${id}, which got no answer (${row.problem})`)
  }
  if (request.bytes > request.body.length) {
    throw new FMW_SIMULATOR_STATE(`can't make a fixture of row ${id}: the log has only the first part of its body`)
  }
  const { name = `${kind}/row-${id}`, description = `Row ${id} of the log` } = about
  // First: it tells the masks whose numbers there are.
  const content = contentOf(row, masks)
  for (const said of [name, description]) masks.addPhonesIn(said)
  return {
    name: masks.text(name),
    kind,
    description: masks.text(description),
    source: 'the simulator',
    request: { method, ...content },
    expect: { status: response.status },
  }
}

function isKind(kind: LogRow['kind']): kind is Kind {
  return kinds.some((one) => one === kind)
}

function contentOf({ request, url }: LogRow, masks: Masks): Omit<RecordedFixture['request'], 'method'> {
  const type = request.headers['content-type']
  if (request.bytes === 0) return { query: maskedParameters(new URL(url).searchParams, masks) }
  const text = request.body.toString()
  if (type === 'application/x-www-form-urlencoded') {
    const form = new URLSearchParams(maskedParameters(new URLSearchParams(text), masks))
    return { headers: { 'content-type': type }, text: form.toString() }
  }
  const body = parseJson(text)
  // What is no JSON was corrupted on purpose, and nothing says where a number stands in it.
  return body === undefined
    ? {
        ...(type !== undefined && { headers: { 'content-type': type } }),
        text: replacePlain(masks.unread(text).replaceAll(/\d{9,15}/g, hidden), hiddenNumbers),
      }
    : { body: masked(body, masks) }
}

const hidden = '000000000'

/** A fixture is handed on: what only looks like a number, over slashes or tabs, is hidden too. */
function* hiddenNumbers(plain: string): Generator<Found> {
  for (const { from, to } of separatedNumbers(plain.replaceAll('/', '-').replaceAll('\t', ' ')))
    yield { from, to, shown: hidden }
}

function masked<Value>(value: Value, masks: Masks): Value {
  masks.addPhonesOf(value)
  return masks.value(value)
}

function maskedParameters(parameters: URLSearchParams, masks: Masks): Record<string, string> {
  return masked(Object.fromEntries(parameters), masks)
}
