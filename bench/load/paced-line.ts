import { connect, type Socket } from 'node:net'
import type { Request } from './request.ts'

/** One keep-alive connection, which carries one request at a time and says when it is free again. */
export class PacedLine {
  readonly #socket: Socket
  readonly #onFree: (line: PacedLine) => void
  readonly #ending: string
  #answered: (at: number) => void = () => undefined
  #received = ''

  /**
   * @param ending how an answer ends, byte for byte
   * @param onFree called after each answer
   */
  constructor(port: number, ending: string, onFree: (line: PacedLine) => void, onWrong: (error: Error) => void) {
    this.#onFree = onFree
    this.#ending = ending
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.setEncoding('latin1')
    this.#socket.on('error', onWrong)
    this.#socket.on('data', (text: string) => {
      this.#received += text
      if (this.#received.endsWith(this.#ending) && this.#received.startsWith('HTTP/1.1 200 ')) {
        this.#answered(performance.now())
        this.#onFree(this)
      } else if (!this.#received.startsWith('HTTP/1.1 200 ')) {
        onWrong(new Error(`a request was answered wrongly under load: ${this.#received}`))
      }
    })
  }

  /** Resolves when the line is there. */
  get connected(): Promise<void> {
    return new Promise((resolve) => this.#socket.once('connect', resolve))
  }

  send(request: Request, answered: (at: number) => void): void {
    this.#answered = answered
    this.#received = ''
    this.#socket.write(request.bytes)
  }

  hangUp(): void {
    this.#socket.destroy()
  }
}
