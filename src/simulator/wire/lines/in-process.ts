import { setTimeout as sleep } from 'node:timers/promises'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { whileTimersGo } from './faked-timers.ts'
import {
  checkLength,
  type Line,
  type LineAnswer,
  LineProblem,
  type LineRequest,
  noAnswerInTime,
  slowness,
} from './line.ts'

/** A Fastify application, as far as it gets pushes in this process. */
export interface InProcessApp {
  ready(): PromiseLike<unknown>
  inject(options: InjectOptions): Promise<LightMyRequestResponse>
}

/** A line to an application in the same process: no socket, so nothing waits for a network. */
export class InProcessLine implements Line {
  readonly #app: InProcessApp

  constructor(app: InProcessApp) {
    this.#app = app
  }

  async send({ method, url, headers, body, signal, isCut, isSlow, onOut }: LineRequest): Promise<LineAnswer> {
    await whileTimersGo(this.#app.ready(), fakes)
    if (isSlow) await sleep(slowness, undefined, { signal })
    const gone = Promise.withResolvers<never>()
    const leave = (): void => gone.reject(new LineProblem(noAnswerInTime))
    signal.addEventListener('abort', leave, { once: true })
    const answered = this.#app.inject({
      method,
      url: url.pathname + url.search,
      headers,
      ...(body !== null && { payload: body }),
    })
    onOut()
    const response = await Promise.race([whileTimersGo(answered, fakes), gone.promise]).finally(() =>
      signal.removeEventListener('abort', leave),
    )
    // A line that is cut leaves the application at work: nobody hears of how it ended.
    if (isCut) throw new LineProblem('the line was cut after the request')
    checkLength(response.rawPayload.length)
    return {
      status: response.statusCode,
      headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
      body: response.rawPayload,
    }
  }

  close(): void {
    // Nothing is held.
  }
}

const fakes = (ms: number): Error =>
  new LineProblem(
    `the application has not answered for ${ms} ms, because setImmediate is faked: leave it real, such as with vi.useFakeTimers({ toFake: ["Date"] }), or move time with sim.advance instead`,
  )
