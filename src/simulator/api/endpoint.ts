import type { About, EndpointName } from '../log/row.ts'
import type { Call } from './call.ts'

/** One address that the service answers at. */
export interface Endpoint {
  readonly name: EndpointName
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** As the options have it: `/v1/messages/{messageId}`. */
  readonly path: string
  /** Who may call: whoever has the key (reference 5.1), whoever has quick send's (5.2), or anybody. */
  readonly access: 'basic' | 'query' | 'none'
  /** What whoever may not gets: a body for status 401. */
  readonly refusal: unknown
  readonly handle: (call: Call) => CallAnswer | Promise<CallAnswer>
  /** False for what says nothing of the service, as how a page looks: it's no row of the log. Default true. */
  readonly isLogged?: boolean
}

/** What the service answers. */
export interface CallAnswer {
  readonly status: number
  /** Written as JSON, but bytes go as they are. */
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** What the call turned out to be, where several share an address. */
  readonly name?: EndpointName
  /** What the row in the log is about. */
  readonly about?: About
  /** The line is closed in place of answering. */
  readonly isLost?: boolean
}
