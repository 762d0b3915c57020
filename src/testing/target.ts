import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Kind } from '../pushes/kinds.ts'
import type { Merchant } from '../registration/merchant.ts'
import { anObjectOf, aText, type Checks } from '../simulator/check-arguments.ts'
import { whileTimersGo } from '../simulator/wire/lines/faked-timers.ts'
import { lineOfError } from '../text/describe-error.ts'
import { FMW_TESTING_NO_ROUTE, FMW_TESTING_TARGET, FMW_TESTING_TIMERS, FMW_TESTING_UNREACHABLE } from './errors.ts'
import type { PushMethod } from './fixture.ts'

/**
 * A Fastify application on which the plugin is registered, as far as tests need it.
 *
 * @example
 * const greets = async (app: MerchantApp) => {
 *   await phone(app).dial('*713#').expectScreen(/Welcome/)
 * }
 */
export interface MerchantApp {
  readonly merchant: Merchant
  ready(): PromiseLike<unknown>
  inject(options: InjectOptions): Promise<LightMyRequestResponse>
}

/**
 * Where pushes go: an application, or the whole address of a push route. An application gets them through `inject`, at
 * the addresses of `app.merchant.urls`, with their secrets. An address gets them over a socket.
 *
 * @example
 * const running: Target = 'http://127.0.0.1:3000/push/ussd'
 * await phone(running).dial('*713#').expectScreen(/Welcome/)
 */
export type Target = MerchantApp | string | URL

/**
 * Options of every target.
 *
 * @example
 * await replay(app, 'checkout/paid-camel', { registration: 'tickets', headers: { 'x-push-token': token } })
 */
export interface TargetOptions {
  /** The registration's name, if the application has several. */
  readonly registration?: string | undefined
  /** Added to every push, over its own. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /**
   * Another address, or a path relative to the target's: `/push/ussd`. Needed if `publicUrl` has a path that only your
   * proxy knows.
   */
  readonly url?: string | undefined
}

export const targetChecks: Checks<TargetOptions> = { registration: aText, headers: anObjectOf(aText), url: aText }

/** A request to a push route. */
export interface WireRequest {
  readonly method: PushMethod
  readonly query?: Readonly<Record<string, string | readonly string[]>> | undefined
  readonly headers: Headers
  /** Sent as it is; without one there is no body. */
  readonly payload?: string | undefined
  /** Over a socket: ends the wait for the answer. */
  readonly signal?: AbortSignal | undefined
}

/**
 * What came back.
 *
 * @example
 * const isRefused = ({ status, headers }: WireAnswer) =>
 *   status >= 400 && headers['content-type']?.startsWith('application/problem+json') === true
 */
export interface WireAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Sends requests to one push route. */
export type Send = (request: WireRequest) => Promise<WireAnswer>

/**
 * Finds the route of a kind.
 *
 * @throws FMW_TESTING_TARGET, FMW_TESTING_NO_ROUTE, or FMW_NAME_UNKNOWN for a registration that is not there
 */
export async function connect(target: Target, kind: Kind, options: TargetOptions): Promise<Send> {
  checkTarget(target)
  if (isAddress(target)) {
    const address = new URL(options.url ?? '', target)
    return (request) => sendOverSocket(withQuery(address, request), withHeaders(request, options))
  }
  await whileTimersGo(target.ready(), fakes)
  const address = new URL(options.url ?? registeredAddress(target, kind, options.registration), nowhere)
  return (request) => inject(target, withQuery(address, request), withHeaders(request, options))
}

/** In JavaScript an application may be missing, or a promise of one. @throws FMW_TESTING_TARGET */
export function checkTarget(target: Target): Target {
  if (target instanceof Promise) throw new FMW_TESTING_TARGET('is a promise, so await it')
  if (isAddress(target)) {
    if (!URL.canParse(String(target))) throw new FMW_TESTING_TARGET('is no absolute address')
  } else if (typeof target?.inject !== 'function') throw new FMW_TESTING_TARGET('is no Fastify application')
  return target
}

/** Whether pushes go over a socket. */
export function isAddress(target: Target): target is string | URL {
  return typeof target === 'string' || target instanceof URL
}

/**
 * The registration of an application that is meant.
 *
 * @throws FMW_TESTING_TARGET, or FMW_NAME_UNKNOWN for one that is not there
 */
export function registrationOf({ merchant }: Partial<MerchantApp>, name: string | undefined): Merchant {
  if (merchant === undefined) throw new FMW_TESTING_TARGET('has no merchant')
  return name === undefined ? merchant : merchant.get(name)
}

/** Only the path and the query of an address are injected. */
const nowhere = 'http://localhost'

function registeredAddress(target: Partial<MerchantApp>, kind: Kind, name: string | undefined): string {
  const registration = registrationOf(target, name)
  const { urls } = registration
  const found = urls.find((url) => url.kind === kind)
  if (found !== undefined) return found.url
  throw new FMW_TESTING_NO_ROUTE(kind, registration.name, urls.map((url) => url.kind).join(', '))
}

function withQuery(address: URL, { query = {} }: WireRequest): URL {
  const url = new URL(address)
  for (const [name, values] of Object.entries(query)) {
    for (const value of [values].flat()) url.searchParams.append(name, value)
  }
  return url
}

function withHeaders(request: WireRequest, { headers = {} }: TargetOptions): WireRequest {
  const merged = new Headers(request.headers)
  for (const [name, value] of Object.entries(headers)) merged.set(name, value)
  return { ...request, headers: merged }
}

async function sendOverSocket(url: URL, { method, headers, payload, signal }: WireRequest): Promise<WireAnswer> {
  // Bytes, because text would get a content type of its own; and redirects break delivery (field notes, "Transport").
  const body = payload === undefined ? null : Buffer.from(payload)
  const request = { method, headers, body, redirect: 'manual', signal: signal ?? null } as const
  const failed = (what: string) => (error: unknown) => {
    // Its own limit, or a step that isn't waited for any more.
    if (signal?.aborted === true) throw error
    const why = lineOfError(error instanceof Error ? (error.cause ?? error) : error)
    throw new FMW_TESTING_UNREACHABLE(url.host, `${what}${why}`)
  }
  const response = await fetch(url, request).catch(failed(''))
  // As the service reads it: `text()` takes a byte order mark away, with which it is no JSON.
  const bytes = Buffer.from(await response.arrayBuffer().catch(failed('its answer broke off: ')))
  return { status: response.status, headers: Object.fromEntries(response.headers), body: bytes.toString() }
}

async function inject(
  app: MerchantApp,
  { pathname, search }: URL,
  { method, headers, payload }: WireRequest,
): Promise<WireAnswer> {
  const body = payload === undefined ? {} : { payload: Buffer.from(payload) }
  const sent = app.inject({ method, url: pathname + search, headers: Object.fromEntries(headers), ...body })
  const response = await whileTimersGo(sent, fakes)
  const received = new Headers()
  for (const [name, value] of Object.entries(response.headers)) received.set(name, String(value))
  return { status: response.statusCode, headers: Object.fromEntries(received), body: response.body }
}

const fakes = (ms: number): Error => new FMW_TESTING_TIMERS(ms)
