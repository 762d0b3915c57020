import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { conversation, text } from '../../src/conversation/index.ts'
import { memoryStore, type UssdEvent } from '../../src/index.ts'
import { newPostgres } from '../store/new-postgres.ts'
import { newSqlite } from '../store/new-sqlite.ts'
import { paths, samples } from './samples.ts'
import { listening } from './whose-context.ts'

const push = (Sequence: number, Message: string, Type = Sequence === 1 ? 'Initiation' : 'Response') => ({
  ...samples.ussd,
  Type,
  Sequence,
  Message,
})
const outOfWork = 'the handler took longer than maxWork in all: its session ended'
const nameOf = ({ sequence }: Pick<UssdEvent, 'sequence'>) => `turn ${sequence}`

describe.each([
  ['memory', () => memoryStore],
  ['SQLite', newSqlite],
  ['PostgreSQL', newPostgres],
])('the asynchronous context of a turn that waits, with a store on %s', (_name, make) => {
  /** Handlers that note whose context they meet; that of turn 2 takes as long as it is told. */
  async function serving(took: (gaveUp: Promise<void>) => Promise<unknown>, options: object = {}) {
    const [began, gaveUp] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const served = await listening(
      {
        store: make()(),
        ussd: {
          handler: async (event, turn) => {
            served.meet(`handler ${event.sequence}`, served.isOf(nameOf(event)))
            turn.signal.addEventListener('abort', () => {
              served.meet('abort', served.isOf(nameOf(event)))
              gaveUp.resolve()
            })
            if (event.sequence === 2) {
              began.resolve()
              await took(gaveUp.promise)
            }
            served.meet(`end of handler ${event.sequence}`, served.isOf(nameOf(event)))
            if (event.message === 'fail') throw new Error('no')
            return turn.prompt('Next?')
          },
          ...options,
        },
      },
      (app) => app.get('/stop', async () => void app.close()),
    )
    const turn = (sequence: number, message: string, type?: string, name = `turn ${sequence}`) =>
      served.send(paths.ussd, push(sequence, message, type), name)
    return { ...served, turn, began: began.promise, gaveUp: gaveUp.promise }
  }
  const others = (met: Set<string>) => [...met].filter((one) => !one.endsWith('its own'))

  it('is its own where its handler runs behind that of another, and where its failure is told', async () => {
    const { app, met, lines, turn, began } = await serving(() => sleep(100))
    await turn(1, '*713#')
    const second = turn(2, 'a')
    await began
    await Promise.all([second, turn(3, 'fail')])
    await app.close()
    expect(others(met)).toEqual([])
    expect(met).toContain('end of handler 3: its own')
    expect(others(lines)).toEqual([])
    expect(lines).toContain('the handler of a turn failed: the subscriber got a polite release: its own')
  })

  it('is its own where a script goes on behind another turn of it', async () => {
    const began = Promise.withResolvers<void>()
    const served = await listening({
      store: make()(),
      ussd: conversation(async (talk) => {
        await talk.ask('Name?', text())
        await talk.load('price', () => {
          began.resolve()
          return sleep(100).then(() => 1)
        })
        await talk.ask('How many?', text())
        served.meet('script', served.isOf('turn 3'))
        return talk.end('Bye')
      }),
    })
    const turn = (sequence: number) => served.send(paths.ussd, push(sequence, `${sequence}`), `turn ${sequence}`)
    await turn(1)
    const second = turn(2)
    await began.promise
    await Promise.all([second, turn(3)])
    await served.app.close()
    expect(served.met).toContain('script: its own')
    expect(others(served.met)).toEqual([])
  })

  it('is its own at a deadline that a copy of it has moved, and where its work is given up after it', async () => {
    const { app, met, lines, meet, isOf, turn, began, begin, gaveUp } = await serving((givenUp) => givenUp, {
      // The first turn is to be answered within it, also where a store is slow.
      budget: 1_500,
      maxWork: 1_700,
      onDeadline: (event: UssdEvent, late: { wait(message: string): unknown }) => {
        meet('onDeadline', isOf(nameOf(event)))
        return late.wait('Wait')
      },
    })
    await turn(1, '*713#')
    const finish = await begin(paths.ussd, push(2, 'a'), 'copy')
    const second = turn(2, 'a')
    await began
    await Promise.all([finish(), second])
    await gaveUp
    await app.close()
    expect(others(met)).toEqual([])
    expect(met).toContain('onDeadline: its own')
    expect(met).toContain('abort: its own')
    expect(others(lines)).toEqual([])
    expect(lines).toContain('the budget ran out before the handler answered: its own')
    expect(lines).toContain(`${outOfWork}: its own`)
  })

  it('is its own where the subscriber leaves, and its signal aborts', async () => {
    const left = Promise.withResolvers<void>()
    const { app, met, lines, turn, began } = await serving(() => left.promise)
    await turn(1, '*713#')
    const second = turn(2, 'a')
    await began
    await Promise.all([second, turn(3, '', 'Timeout')])
    left.resolve()
    await app.close()
    expect(met).toContain('abort: its own')
    expect(others(met)).toEqual([])
    expect(others(lines)).toEqual([])
  })

  it('is its own where another request closes the application', async () => {
    const { app, met, lines, turn, began } = await serving(() => sleep(500))
    await turn(1, '*713#')
    const second = turn(2, 'a')
    await began
    await fetch(`${app.listeningOrigin}/stop`)
    await second
    await app.close()
    expect(others(met)).toEqual([])
    expect(others(lines)).toEqual([])
    expect(lines).toContain(
      'the application is closing: the subscriber was told to wait, and the handler goes on: its own',
    )
  })
})
