import { texts } from '../texts/index.ts'
import type { ErrorAnswer } from './types.ts'

/** The simulator's own API, from the page: `page/` and this stand side by side. */
const base = new URL('../', location.href.replace(/#.*/, '')).pathname

/** What the API, or the line to it, refused: its message says what to do. */
export class ApiError extends Error {}

export function addressOf(path: string): string {
  return base + path
}

/** Asks for something. @throws ApiError */
export function ask<Answer>(path: string): Promise<Answer> {
  return call<Answer>(path, { method: 'GET' })
}

/** Does something. @throws ApiError */
export function act<Answer = unknown>(path: string, given: object = {}): Promise<Answer> {
  return call<Answer>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(given),
  })
}

async function call<Answer>(path: string, init: RequestInit): Promise<Answer> {
  // What a browser says of a line that is down differs, and helps nobody.
  const response = await fetch(addressOf(path), init).catch(() => {
    throw new ApiError(texts.simulatorGone)
  })
  const answer: Answer & ErrorAnswer = await response.json().catch(() => ({}))
  if (!response.ok) throw new ApiError(answer.message ?? `${response.status}`)
  return answer
}
