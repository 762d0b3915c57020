import { phoneDigits, type Step, sessionDigits, stampDigits } from '../workloads.ts'

/** A request that is sent again and again, each time for another session. */
export interface Addressed {
  readonly bytes: Buffer
  /** Puts another session's digits in. @returns false where there is none left to be addressed */
  address(digits: string): boolean
}

/** One step's request, as bytes that are written once and then differ only in the digits of their session. */
export class Request implements Addressed {
  readonly bytes: Buffer
  readonly #session: number
  readonly #phone: number
  /** -1 where the body has no place for it. */
  readonly #stamp: number

  constructor({ body }: Step, port: number, path: string) {
    const json = JSON.stringify(body)
    const head = [
      `POST ${path} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      'Content-Type: application/json',
      'Accept: application/json',
      `Content-Length: ${Buffer.byteLength(json)}`,
    ]
    this.bytes = Buffer.from(`${head.join('\r\n')}\r\n\r\n${json}`)
    this.#session = this.#placeOf(sessionDigits)
    this.#phone = this.#placeOf(phoneDigits)
    this.#stamp = this.bytes.indexOf(stampDigits)
  }

  /** Puts another session's digits in. */
  address(digits: string): true {
    this.bytes.write(digits, this.#session, 'latin1')
    this.bytes.write(digits.slice(-phoneDigits.length), this.#phone, 'latin1')
    return true
  }

  /** Puts the time in, ns, where the body has a place for it. */
  stamp(time: bigint): void {
    if (this.#stamp === -1) return
    this.bytes.write(String(time).padStart(stampDigits.length, '0'), this.#stamp, 'latin1')
  }

  #placeOf(digits: string): number {
    const place = this.bytes.indexOf(digits)
    if (place === -1) throw new Error(`a body has no place for ${digits}`)
    return place
  }
}
