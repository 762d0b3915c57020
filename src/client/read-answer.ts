import { PushProblem } from '../pushes/push-problem.ts'
import { readWholeJson } from '../pushes/repeated-names.ts'
import type { Refusal } from './call-service.ts'

/** An answer of the service. */
export interface ServiceAnswer {
  readonly status: number
  /** Whether the status is one of success (2xx). */
  readonly isOk: boolean
  /** Parsed JSON, long numbers as text; undefined where the body is empty, or no JSON beside a status of failure. */
  readonly body: unknown
  /** Where what was made is found (reference 4.4). */
  readonly location: string | null
}

/** What came, and why nobody can say what it means. */
export interface ReadAnswer {
  readonly answer: ServiceAnswer
  readonly problem: Refusal | null
}

/**
 * Reads an answer. A page of a proxy beside a failing status is no problem here: its status is all that it says.
 *
 * @param text null where it is longer than what is read
 */
export function readAnswer(status: number, headers: Headers, text: string | null): ReadAnswer {
  const isOk = status >= 200 && status < 300
  const answer = { status, isOk, body: undefined, location: headers.get('location') }
  if (status >= 300 && status < 400) return { answer, problem: redirected }
  if (text === null) return { answer, problem: tooLong }
  if (text.trim() === '') return { answer, problem: null }
  const read = understand(() => readWholeJson(text))
  if ('result' in read) return { answer: { ...answer, body: read.result }, problem: null }
  return { answer, problem: isOk ? read : null }
}

/** What could be read. */
export interface Done<Result> {
  readonly result: Result
}

/** What is read, or that it cannot be. */
export function understand<Result>(read: () => Result): Done<Result> | Refusal {
  try {
    return { result: read() }
  } catch (error) {
    if (!(error instanceof PushProblem)) throw error
    return unreadable(`The answer cannot be read: ${error.message}`)
  }
}

/** An answer that nobody can read: what was asked may have been done. */
export function unreadable(meaning: string): Refusal {
  return {
    code: 'FMW_CALL_ANSWER',
    serviceCode: null,
    meaning,
    action: 'See that baseUrl and paths lead to the service itself',
    canRetry: false,
    isUncertain: true,
    detail: null,
  }
}

const redirected: Refusal = {
  ...unreadable('The service redirects the call, which is not followed'),
  action: 'Set baseUrl and paths to the address where the service itself answers',
  isUncertain: false,
}

const tooLong = unreadable('The answer is longer than 1 MiB')
