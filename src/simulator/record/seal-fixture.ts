import { type Kind, kinds } from '../../pushes/kinds.ts'
import {
  anObject,
  anObjectOf,
  anything,
  aText,
  aWordOf,
  checkFields,
  checkValue,
  type WrongField,
} from '../check-arguments.ts'
import { FMW_SIMULATOR_STATE } from '../errors.ts'
import type { Addressed } from '../wire/addresses.ts'
import type { Method } from '../wire/lines/line.ts'
import { withStandIns } from '../wire/own-headers.ts'
import type { Sealed } from '../wire/sealed.ts'

/**
 * A recorded push: a fixture of `recordFixture`, of a file, or of the package.
 *
 * @example
 * const fixture: ReplayedFixture = loadFixture('checkout/paid-camel')
 * const { response } = await sim.replay(fixture)
 */
export interface ReplayedFixture {
  readonly kind: Kind
  readonly request: {
    readonly method: string
    readonly query?: Readonly<Record<string, string | readonly string[]>> | undefined
    readonly headers?: Readonly<Record<string, string>> | undefined
    /** Sent as JSON. */
    readonly body?: unknown
    /** Sent as it is. */
    readonly text?: string | undefined
  }
}

/** A recorded push, as JavaScript gives it: a fixture says more than what is sent. @throws what `wrong` makes */
export function checkReplayed(fixture: ReplayedFixture, wrong: WrongField): void {
  checkValue('the fixture', fixture, anObject, wrong)
  checkValue('kind', fixture.kind, aWordOf(kinds), wrong)
  checkValue('request', fixture.request, anObject, wrong)
  const checks = {
    method: anything,
    query: anObjectOf(anything),
    headers: anObjectOf(aText),
    body: anything,
    text: aText,
  }
  checkFields(fixture.request, checks, (name, problem) => wrong(`request.${name}`, problem))
}

/** A recorded push, to be sent to an address. @throws FMW_SIMULATOR_STATE for a method that no push has */
export function sealFixture({ kind, request }: ReplayedFixture, to: Addressed): Sealed {
  const { method: written, query = {}, headers = {}, body, text } = request
  const method = methods.find((one) => one === written)
  if (method === undefined)
    throw new FMW_SIMULATOR_STATE(`can't send a push by ${written}: there are ${methods.join(', ')}`)
  const url = new URL(to.url)
  for (const [name, values] of Object.entries(query)) {
    for (const value of [values].flat()) url.searchParams.append(name, value)
  }
  const isJson = body !== undefined
  const hasType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
  const payload = isJson ? JSON.stringify(body) : text
  return {
    kind,
    method,
    url: url.href,
    headers: withStandIns(
      { ...(isJson && !hasType && { 'content-type': 'application/json' }), ...headers },
      to.headers,
    ),
    body: payload === undefined ? null : Buffer.from(payload).toString('base64'),
    about: {},
    attempt: 1,
    faults: [],
    origin: null,
  }
}

const methods = ['POST', 'GET', 'HEAD', 'PUT', 'DELETE'] as const satisfies Method[]
