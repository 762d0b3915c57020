import { place } from './address.ts'
import { texts } from './texts.ts'

/** What the server said, or that it said nothing. */
export class AskError extends Error {
  /** 0 where no answer came, or none of the application's. */
  readonly status: number
  /** Of the application's errors; empty for others. */
  readonly code: string

  constructor(message: string, status = 0, code = '') {
    super(message)
    this.status = status
    this.code = code
  }
}

/**
 * Asks the server. An answer counts only if it is the application's own: a login in front of it answers with a page of its own,
 * and status 200.
 *
 * @throws AskError in words for the operator
 */
export async function ask<Answer extends object>(path: Path, body: object = {}): Promise<Answer> {
  const { registration } = place.value
  const { told, does = false, longest = patience }: Expected = paths[path]
  const sent = registration === '' ? body : { ...body, registration }
  const unknown = (problem: string) => new AskError(does ? `${problem} ${texts.notKnown}` : problem)
  const response = await send(path, sent, longest).catch((error: unknown) => {
    throw unknown(error instanceof Error && error.name === 'TimeoutError' ? texts.noAnswer : texts.notReached)
  })
  const { status, ok, redirected, type } = response
  const loggedOut = () => new AskError(does ? texts.loggedOutUndone : texts.loggedOut)
  if (redirected || type === 'opaqueredirect' || status === 401) throw loggedOut()
  const answer = await jsonOf<Answer & Refusal>(response)
  if (ok && answer !== undefined && told in answer) return answer
  if (ok) throw loggedOut()
  if (answer?.code === undefined || answer.message === undefined) throw unknown(texts.answered(status))
  throw new AskError(answer.code === 'FMW_OPERATOR_UNKNOWN' ? texts.withdrawn : answer.message, status, answer.code)
}

interface Refusal {
  readonly code?: string
  readonly message?: string
}

function send(path: Path, body: object, longest: number): Promise<Response> {
  return fetch(new URL(`api/${path}`, location.href.replace(/#.*/, '')), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    // To a login: nothing has come to the application.
    redirect: 'manual',
    signal: AbortSignal.timeout(longest),
  })
}

/** Undefined where it is no JSON object. */
async function jsonOf<Answer>(response: Response): Promise<Answer | undefined> {
  if (response.headers.get('content-type')?.startsWith('application/json') !== true) return undefined
  const read = await response.json().catch(() => undefined)
  return typeof read === 'object' && read !== null ? read : undefined
}

// ms
const patience = 30_000
const longWork = 600_000

interface Expected {
  readonly told: string
  readonly does?: boolean
  /** How long the answer is waited for, ms. */
  readonly longest?: number
}

/** What each answer has, and whether something is done by it. */
const paths = {
  overview: { told: 'tabs' },
  entries: { told: 'entries' },
  entry: { told: 'attempts' },
  trail: { told: 'lines' },
  sessions: { told: 'sessions' },
  session: { told: 'sessions' },
  'drop-off': { told: 'screens' },
  unmask: { told: 'attempts' },
  'session/unmask': { told: 'sessions' },
  export: { told: 'request' },
  'export/page': { told: 'page' },
  replay: { told: 'replayed', does: true },
  note: { told: 'noted', does: true },
  settle: { told: 'settled', does: true },
  stop: { told: 'stopped', does: true },
  start: { told: 'started', does: true },
  'redrive/dry-run': { told: 'confirmation' },
  'settle-all/dry-run': { told: 'confirmation' },
  redrive: { told: 'redriven', does: true, longest: longWork },
  'settle-all': { told: 'settled', does: true, longest: longWork },
} as const satisfies Record<string, Expected>

type Path = keyof typeof paths
