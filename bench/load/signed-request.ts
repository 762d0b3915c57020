import { sessionDigits } from '../workloads.ts'
import type { Addressed } from './request.ts'

/** A payment that is waited for, and the query of the address that was made for it. */
export interface SignedPayment {
  /** As long as `sessionDigits`. */
  readonly digits: string
  /** With its question mark, or empty; as long as every other. */
  readonly query: string
}

/** The callback of one payment after the other, each at the address that was made for it. */
export class SignedRequest implements Addressed {
  readonly bytes: Buffer
  readonly #next: () => SignedPayment | undefined
  readonly #places: readonly number[]
  readonly #query: number

  /** @param next gives nothing when there are no more */
  constructor(body: object, port: number, path: string, next: () => SignedPayment | undefined) {
    this.#next = next
    const query = next()?.query ?? ''
    const json = JSON.stringify(body)
    const head = [
      `POST ${path}${query} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      'Content-Type: application/json',
      'Accept: application/json',
      `Content-Length: ${Buffer.byteLength(json)}`,
    ]
    this.bytes = Buffer.from(`${head.join('\r\n')}\r\n\r\n${json}`)
    this.#query = `POST ${path}`.length
    this.#places = placesOf(this.bytes)
  }

  address(): boolean {
    const payment = this.#next()
    if (payment === undefined) return false
    const { digits, query } = payment
    this.bytes.write(query, this.#query, 'latin1')
    for (const place of this.#places) this.bytes.write(digits, place, 'latin1')
    return true
  }
}

function placesOf(bytes: Buffer): readonly number[] {
  const places: number[] = []
  for (let at = bytes.indexOf(sessionDigits); at !== -1; at = bytes.indexOf(sessionDigits, at + 1)) places.push(at)
  return places
}
