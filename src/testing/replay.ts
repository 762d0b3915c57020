import { ownOptions } from '../own-options.ts'
import { checkFields } from '../simulator/check-arguments.ts'
import { FMW_PHONE_ARGUMENT } from '../simulator/phone/errors.ts'
import { parseJson } from '../text/json/parse-json.ts'
import { address, checkPush, type Fixture, type FixtureRequest, fixtureNamed } from './fixture.ts'
import { connect, type Target, type TargetOptions, targetChecks, type WireAnswer, type WireRequest } from './target.ts'

/**
 * The answer to a fixture.
 *
 * @example
 * const { status, json }: ReplayResult = await replay(app, 'checkout/cancelled-under-success')
 * assert.deepEqual([status, json], [200, { status: 'received' }])
 */
export interface ReplayResult extends WireAnswer {
  /** The body as JSON. Undefined if it isn't JSON. */
  readonly json: unknown
}

/**
 * Sends a fixture to the route of its kind, exactly as the service would.
 *
 * @param fixture one of `fixtures()`, the name of one, or one of your own
 * @throws FMW_TESTING_TARGET, FMW_TESTING_NO_ROUTE naming the kinds that have one, FMW_NAME_UNKNOWN,
 * FMW_FIXTURE_UNKNOWN, FMW_FIXTURE_INVALID, FMW_PHONE_ARGUMENT for its options
 * @example
 * const { status } = await replay(app, 'checkout/cancelled-under-success')
 * expect(status).toBe(200)
 * expect(settled).toEqual([])
 */
export async function replay(
  target: Target,
  fixture: Pick<Fixture, 'kind' | 'request'> | string,
  options: TargetOptions = {},
): Promise<ReplayResult> {
  checkFields(options, targetChecks, (name, problem) => new FMW_PHONE_ARGUMENT(`replay: ${name}`, problem))
  const { kind, request } =
    typeof fixture === 'string'
      ? fixtureNamed(fixture, `give loadFixture(…) with its URL: ${address}`)
      : checkPush(fixture)
  const send = await connect(target, kind, ownOptions(options))
  const answer = await send(toWire(request))
  return { ...answer, json: parseJson(answer.body) }
}

function toWire({ method, query, headers: given, body, text }: FixtureRequest): WireRequest {
  const headers = new Headers(given)
  if (body === undefined) return { method, query, headers, payload: text }
  if (!headers.has('content-type')) headers.set('content-type', 'application/json')
  return { method, query, headers, payload: JSON.stringify(body) }
}
