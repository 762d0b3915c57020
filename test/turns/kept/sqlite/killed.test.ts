import { describe, expect, it, onTestFinished } from 'vitest'
import { newFile, removeFiles } from '../../../store/sqlite/files.ts'
import { post, replyOf } from '../../sockets/post.ts'
import { Application } from './application.ts'

const failed = { Type: 'Release', Message: 'Sorry, something went wrong. Try later.' }

function file(): string {
  const name = newFile()
  onTestFinished(() => removeFiles(name))
  return name
}

describe('A process that is killed, on a SQLite file', () => {
  it('in a handler: the next process does not run it again, and the same turn gets a polite release', async () => {
    const store = file()
    const killed = await Application.start(store)
    const turn = { Type: 'Response', Message: 'slow', Sequence: 2 }
    const lost = post(killed.port, turn).catch(() => 'no answer')
    await killed.hasTold('ran')
    await killed.kill()
    expect(await lost).toBe('no answer')
    const next = await Application.start(store)
    const again = await post(next.port, turn)
    const after = await post(next.port, { Message: '1', Sequence: 3 })

    expect(replyOf(again)).toEqual(failed)
    expect(replyOf(after)).toEqual({ Type: 'Release', Message: 'This has ended. Please dial again.' })
    expect([killed.runs, next.runs]).toEqual([['slow'], []])
  })

  it('after a reply: the same turn gets it again, and the next turn has its state', async () => {
    const store = file()
    const killed = await Application.start(store)
    const turn = { Type: 'Initiation', Message: 'tea', Sequence: 1 }
    const first = await post(killed.port, turn)
    await killed.kill()
    const next = await Application.start(store)
    const [again, after] = [await post(next.port, turn), await post(next.port, { Message: 'milk', Sequence: 2 })]

    expect(replyOf(first)).toEqual({ Type: 'Response', Message: 'Took tea after null' })
    expect(again.body).toBe(first.body)
    expect(replyOf(after)).toEqual({ Type: 'Response', Message: 'Took milk after "tea"' })
    // It tells by another way than its answers go.
    await next.hasTold('ran')
    expect([killed.runs, next.runs]).toEqual([['tea'], ['milk']])
  })

  it('after a late result was kept: the next process gives it to the next turn', async () => {
    const store = file()
    const killed = await Application.start(store, 300)
    const first = await post(killed.port, { Type: 'Initiation', Message: 'slow', Sequence: 1 })
    expect(replyOf(first)).toEqual({
      Type: 'Response',
      Message: 'Please wait, we are working on it. Reply 1 to check.',
    })
    killed.finishWork()
    await killed.hasTold('finished')
    await killed.kill()
    const next = await Application.start(store)
    const late = await post(next.port, { Message: '1', Sequence: 2 })
    const after = await post(next.port, { Message: 'milk', Sequence: 3 })

    expect(replyOf(late)).toEqual({ Type: 'Response', Message: 'Took slow after null' })
    expect(replyOf(after)).toEqual({ Type: 'Response', Message: 'Took milk after "slow"' })
    await next.hasTold('ran')
    expect(next.runs).toEqual(['milk'])
  })

  it('after its waiting screen, before the result: the next turn gets a polite release', async () => {
    const store = file()
    const killed = await Application.start(store, 300)
    await post(killed.port, { Type: 'Initiation', Message: 'slow', Sequence: 1 })
    await killed.kill()
    const next = await Application.start(store)
    const after = await post(next.port, { Message: '1', Sequence: 2 })

    expect(replyOf(after)).toEqual(failed)
    expect(next.runs).toEqual([])
  })
})
