import type { Kind } from '../../pushes/kinds.ts'
import { kinds } from '../../pushes/kinds.ts'
import { type Found, replacePlain } from '../../text/folded/plain-digits.ts'
import { separatedNumbers } from '../../text/phone.ts'
import { FMW_SIMULATOR_STATE } from '../errors.ts'
import type { LogRow } from '../log/row.ts'
import { parseJson } from '../wire/names.ts'
import { asksForSecret } from './hidden/asks-for-secret.ts'
import { dialledSecrets } from './hidden/dialled-secrets.ts'
import { Masks } from './hidden/mask.ts'

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
 * Makes a fixture of a push in the log: what was sent, and the status that was answered. Phone numbers and
 * what was entered at a sensitive screen are hidden; its dates are those of the row.
 *
 * @param about what to call it, and what is special about it
 * @throws FMW_SIMULATOR_STATE for a call, for a push that got no answer, and for one that is longer than the log keeps
 * @example
 * const row = await sim.log.next({ kind: 'deliveryReport' })
 * const fixture = recordFixture(row, { description: 'The report of the last order' })
 */
export function recordFixture(
  row: LogRow,
  about: { readonly name?: string; readonly description?: string } = {},
): RecordedFixture {
  return fixtureOf(row, about, new Masks())
}

/** The same, of a row among those of the log: the screen that it answers may have asked for a PIN without a mark. */
export function fixtureAmong(rows: readonly LogRow[], row: LogRow): RecordedFixture {
  const masks = new Masks()
  const asked = rows.findLast(({ id, about, response }) => id < row.id && response !== null && isOfSession(about, row))
  const entered = row.origin?.fields.Message
  if (typeof entered === 'string' && asksForSecret(screenOf(asked), entered)) masks.addSecret(entered)
  const next = rows.find(({ id, about, origin }) => id > row.id && origin !== null && isOfSession(about, row))
  if (next?.origin?.isSensitive) addDialled(row, masks, true)
  return fixtureOf(row, {}, masks)
}

function addDialled(row: LogRow, masks: Masks, isAsked: boolean): void {
  const { fields = {} } = row.origin ?? {}
  if (String(fields.Type).toLowerCase() !== 'initiation') return
  for (const text of dialledSecrets(fields, screenOf(row), isAsked)) masks.addSecret(text)
}

function isOfSession({ sessionId }: LogRow['about'], { about }: LogRow): boolean {
  return sessionId !== undefined && sessionId === about.sessionId
}

function screenOf(row: LogRow | undefined): string | undefined {
  const message: unknown = Reflect.get(Object(parseJson(row?.response?.body.toString() ?? '')), 'Message')
  return typeof message === 'string' ? message : undefined
}

/** The same, with masks that other recordings share. */
export function fixtureOf(
  row: LogRow,
  about: { readonly name?: string; readonly description?: string },
  masks: Masks,
): RecordedFixture {
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
  if (row.origin?.isSensitive) masks.addSecret(String(row.origin.fields.Message))
  addDialled(row, masks, false)
  const { name = `${kind}/row-${id}`, description = `Row ${id} of the log` } = about
  return {
    name,
    kind,
    description,
    source: 'the simulator',
    request: { method, ...contentOf(row, masks) },
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
        text: replacePlain(masks.text(text).replaceAll(/\d{9,15}/g, hidden), hiddenNumbers),
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
