import { connect, type Socket } from 'node:net'
import type { Expected } from './expect-answers.ts'
import type { Addressed } from './request.ts'
import { nextSession } from './session-numbers.ts'

/** What a line needs to know. */
export interface LineSettings {
  readonly port: number
  /** The steps of a session: what is sent, and how the answer ends. */
  readonly steps: readonly { readonly request: Addressed; readonly expected: Expected }[]
  /** A turn was answered rightly after so many ms. False ends the line. */
  readonly onAnswer: (ms: number) => boolean
  readonly onWrong: (error: Error) => void
  /** There is nobody left to send for: the line has ended. */
  readonly onNobodyLeft: () => void
}

/** One keep-alive connection, on which one session after the other is held, each turn as soon as it may come. */
export class Line {
  readonly #settings: LineSettings
  readonly #socket: Socket
  #step = -1
  #session = ''
  #sentAt = 0
  #received = ''

  constructor(settings: LineSettings) {
    this.#settings = settings
    this.#socket = connect({ port: settings.port, host: '127.0.0.1', noDelay: true })
    this.#socket.setEncoding('latin1')
    this.#socket.on('data', (text: string) => this.#receive(text))
    this.#socket.on('error', settings.onWrong)
  }

  /** Resolves when the line is there. */
  get connected(): Promise<void> {
    return new Promise((resolve) => this.#socket.once('connect', resolve))
  }

  /** Sends the next turn. */
  send(): void {
    const { steps } = this.#settings
    this.#step = (this.#step + 1) % steps.length
    if (this.#step === 0) this.#session = nextSession()
    const { request } = this.#current
    if (!request.address(this.#session)) {
      this.#settings.onNobodyLeft()
      this.hangUp()
      return
    }
    this.#received = ''
    this.#sentAt = performance.now()
    this.#socket.write(request.bytes)
  }

  hangUp(): void {
    this.#socket.destroy()
  }

  get #current(): LineSettings['steps'][number] {
    const step = this.#settings.steps[this.#step]
    if (step === undefined) throw new Error('a line was used before its first turn')
    return step
  }

  #receive(text: string): void {
    this.#received += text
    if (this.#isExpected(this.#received)) {
      if (this.#settings.onAnswer(performance.now() - this.#sentAt)) this.send()
      else this.hangUp()
    } else if (isWhole(this.#received)) {
      this.#settings.onWrong(new Error(`a turn was answered wrongly under load: ${this.#received}`))
    }
  }

  #isExpected(answer: string): boolean {
    const { ending, namesSession } = this.#current.expected
    return (
      answer.endsWith(ending) && answer.startsWith('HTTP/1.1 200 ') && (!namesSession || answer.includes(this.#session))
    )
  }
}

/** Whether a whole answer came, its body being ASCII. */
function isWhole(answer: string): boolean {
  const headEnd = answer.indexOf('\r\n\r\n')
  const length = /\r\ncontent-length: *(\d+)/i.exec(answer)?.[1]
  return headEnd !== -1 && (length === undefined || answer.length - headEnd - 4 >= Number(length))
}
