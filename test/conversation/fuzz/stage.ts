import Fastify, { type FastifyInstance } from 'fastify'
import { type ConversationOptions, conversation } from '../../../src/conversation/index.ts'
import merchantWebhooks, { memoryStore } from '../../../src/index.ts'
import type { Performance } from './perform.ts'

/** Settings under which scripts are held, each a registration of its name. */
export const houses: readonly { readonly name: string; readonly options: ConversationOptions }[] = [
  { name: 'usual', options: {} },
  { name: 'narrow', options: { limit: 40, tries: 6, resume: 'continue' } },
  { name: 'wide', options: { limit: 182, characters: 'keep', tries: 2 } },
  {
    name: 'keyed',
    options: { characters: 'ascii', resume: 'never', tries: 1, keys: { back: '#', home: '##', more: '9' } },
  },
]

/** One application that holds all scripts, each under a service code of its own. */
export class Stage {
  readonly app: FastifyInstance
  readonly #held = new Map<string, Performance>()
  #codes = 0

  static async open(): Promise<Stage> {
    const app = Fastify({ bodyLimit: 1_000_000 })
    const stage = new Stage(app)
    const screens = { failed: failedScreen, ended: endedScreen }
    for (const { name, options } of houses) {
      const held = conversation((talk) => stage.#performanceOf(talk.caller.serviceCode).perform(talk), {
        ...options,
        rehearse: false,
        words: { changed: changedLine },
      })
      await app.register(merchantWebhooks, {
        name,
        prefix: `/${name}`,
        verify: 'none',
        store: memoryStore(),
        screens,
        country: 'GH',
        ussd: held,
        programmable: held,
      })
    }
    await app.ready()
    return stage
  }

  private constructor(app: FastifyInstance) {
    this.app = app
  }

  /** @returns the service code that it is reached by */
  hold(performance: Performance): string {
    this.#codes = (this.#codes % 900_000) + 1
    const code = String(99_999 + this.#codes)
    this.#held.set(code, performance)
    return code
  }

  /** What is no code of a phone names it too. */
  #performanceOf(serviceCode: string): Performance {
    const held = this.#held.get(serviceCode.replace('shop-', ''))
    if (held === undefined) throw new Error(`nothing is held under ${serviceCode}`)
    return held
  }

  release(code: string): void {
    this.#held.delete(code)
  }
}

export const failedScreen = 'FAILED'
export const endedScreen = 'ENDED'
export const changedLine = 'CHANGED'
