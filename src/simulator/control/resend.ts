import { kinds } from '../../pushes/kinds.ts'
import { anObjectOf, aText, aWordOf, type Checks, isRecord, must } from '../check-arguments.ts'
import { FMW_SIMULATOR_STATE } from '../errors.ts'
import type { LogRow } from '../log/row.ts'
import type { Random } from '../random.ts'
import type { Forger } from '../wire/forgery/forger.ts'
import type { Method } from '../wire/lines/line.ts'
import { inCasing, parseJson, renamed, type WireFields } from '../wire/names.ts'
import { forgedHeaders } from '../wire/own-headers.ts'
import { pastLimit } from '../wire/push.ts'
import type { Sealed } from '../wire/sealed.ts'
import type { Sender } from '../wire/sender.ts'
import { namesOf } from './reading.ts'

/**
 * What is to be different when a push is sent again.
 *
 * @example
 * await sim.resend(row.id, { body: row.request.body.toString().replace('50.25', '5') })
 * await sim.resend(row.id, { as: 'forged' })
 */
export interface ResendChanges {
  readonly method?: Method | undefined
  /** The whole address. */
  readonly url?: string | undefined
  /** In the place of all that were sent. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Text, or bytes; null for none. */
  readonly body?: string | Buffer | null | undefined
  /** Default `duplicate`. */
  readonly as?: ResendForm | undefined
}

/**
 * As what a push is sent again: as it is; after its limit, by the simulator's clock; as a success without the right secret;
 * or with its names in the other casing.
 *
 * @example
 * const forms: ResendForm[] = ['duplicate', 'late', 'forged', 'otherCasing']
 * for (const as of forms) await sim.resend(row.id, { as })
 */
export type ResendForm = 'duplicate' | 'late' | 'forged' | 'otherCasing'

/** What writes a push that isn't the same. */
export interface ResendParts {
  readonly random: Random
  readonly forger: Forger
  readonly sender: Pick<Sender, 'forgedUrl'>
}

/** The faults that do the same to a push on its way. */
const faultOf: Readonly<Record<ResendForm, string>> = {
  duplicate: 'duplicate',
  late: 'delayPastLimit',
  forged: 'forge',
  otherCasing: 'changeCasing',
}

export function resendChecks(): Checks<ResendChanges> {
  return {
    method: aWordOf(methods),
    url: aText,
    headers: anObjectOf(aText),
    body: must(
      'text, bytes or null',
      (body) => body === null || typeof body === 'string' || body instanceof Uint8Array,
    ),
    as: aWordOf(Object.keys(faultOf)),
  }
}

/**
 * A push of the log, to be sent again after so many ms.
 *
 * @throws FMW_SIMULATOR_STATE for a call, and for one that the log has not whole
 */
export function resealed(
  row: LogRow,
  changes: ResendChanges,
  { random, forger, sender }: ResendParts,
): { sealed: Sealed; delay: number } {
  const kind = kinds.find((one) => one === row.kind)
  if (kind === undefined) throw new FMW_SIMULATOR_STATE(`can't send row ${row.id} again: it is a call, and no push`)
  const { body: changed, url: to = row.url, as = 'duplicate' } = changes
  if (changed === undefined && row.request.bytes > row.request.body.length)
    throw new FMW_SIMULATOR_STATE(`can't send row ${row.id} again: the log has only the first part of its body`)
  if (!URL.canParse(to)) throw new FMW_SIMULATOR_STATE(`can't send to '${to}': it is no whole address`)
  const kept = row.request.bytes === 0 ? null : row.request.body
  const given = changed === undefined || changed === null ? kept : Buffer.from(changed)
  const written = { url: new URL(to), body: changed === null ? null : given }
  const forged: Change = (fields) => forger.fields(kind, fields, row.about)
  const change = as === 'forged' ? forged : as === 'otherCasing' ? otherCasing(random) : undefined
  const { url, body } = change === undefined ? written : withContent(written, namesOf(kind), change)
  const headers = withoutFraming(changes.headers ?? row.request.headers)
  const faults = isEdited(row, changes) ? [edited, ...(as === 'duplicate' ? [] : [faultOf[as]])] : [faultOf[as]]
  const sealed: Sealed = {
    kind,
    url: (as === 'forged' ? sender.forgedUrl(url, row.about) : url).href,
    method: changes.method ?? methodOf(row.method),
    headers: as === 'forged' ? forgedHeaders(headers) : headers,
    body: body?.toString('base64') ?? null,
    about: row.about,
    attempt: 1,
    faults,
    origin: null,
    isByHand: true,
  }
  return { sealed, delay: as === 'late' ? pastLimit(kind) : 0 }
}

/** In the place of a fault's name: what somebody changed by hand. It's no duplicate, and not what the service says. */
export const edited = 'edited'

function isEdited(row: LogRow, { body, url, headers, method }: ResendChanges): boolean {
  const isOtherBody = body !== undefined && !Buffer.from(body ?? '').equals(row.request.body)
  const isElsewhere = url !== undefined && url !== row.url
  return isOtherBody || isElsewhere || headers !== undefined || (method !== undefined && method !== row.method)
}

interface Content {
  readonly url: URL
  readonly body: Buffer | null
}

type Change = (fields: WireFields) => WireFields

/** Changes the fields of what is written, in the form that it has. Of the query only what the kind says: the rest is of the address. */
function withContent({ url, body }: Content, known: ReadonlyMap<string, string>, change: Change): Content {
  const query = [...url.searchParams].filter(([name]) => known.has(name.toLowerCase()))
  const others = [...url.searchParams].filter(([name]) => !known.has(name.toLowerCase()))
  const changed = new URL(url)
  if (query.length > 0) changed.search = parametersOf([...others, ...written(change(Object.fromEntries(query)))])
  return { url: changed, body: body && changedBody(body, change) }
}

function changedBody(body: Buffer, change: Change): Buffer {
  const text = body.toString()
  const json = parseJson(text)
  if (json === undefined) {
    const form = [...new URLSearchParams(text)]
    // What is neither stays as it is.
    return text.includes('=') ? Buffer.from(parametersOf(written(change(Object.fromEntries(form))))) : body
  }
  return isRecord(json) ? Buffer.from(JSON.stringify(change(json))) : body
}

function written(fields: WireFields): [string, string][] {
  return Object.entries(fields).map(([name, value]) => [name, String(value)])
}

function parametersOf(entries: [string, string][]): string {
  return new URLSearchParams(entries).toString()
}

/** camelCase where a name begins with a capital, else PascalCase. */
function otherCasing(random: Random): Change {
  return (fields) =>
    Object.keys(fields).some((name) => /^[A-Z]/.test(name))
      ? inCasing(fields, 'camel', random)
      : renamed(fields, (name) => name.charAt(0).toUpperCase() + name.slice(1))
}

function methodOf(written: string): Method {
  return methods.find((method) => method === written) ?? 'POST'
}

/** Every method that a push can have. */
export const methods = ['POST', 'GET', 'HEAD', 'PUT', 'DELETE'] as const satisfies Method[]

/** What the line writes itself: another length would leave the request open, or smuggle a second one. */
function withoutFraming(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !/^(?:content-length|transfer-encoding|connection|host|upgrade|expect)$/i.test(name),
    ),
  )
}
