import { existsSync, renameSync, statSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { filesOf } from '../../../src/store/sqlite/main/file-names.ts'
import { Checkpoints } from '../../../src/store/sqlite/worker/checkpoints.ts'
import { DatabaseSync } from '../../../src/store/sqlite/worker/connection.ts'
import { FileReader } from '../../../src/store/sqlite/worker/file-reader.ts'
import { inboxWriter, turnsWriter } from '../../../src/store/sqlite/worker/serve.ts'
import { acceptTask } from './accept-task.ts'
import { fileOfTest } from './opened.ts'

function open() {
  const files = filesOf(fileOfTest())
  const inbox = inboxWriter(files.inbox, [])
  const turns = turnsWriter(files.turns, [])
  const checkpoints = new Checkpoints(files)
  onTestFinished(() => {
    checkpoints.close()
    inbox.close()
    turns.close()
  })
  inbox.open()
  turns.open()
  let made = 0
  const fill = (mebibytes: number): void => {
    const tasks = Array.from({ length: mebibytes }, () => acceptTask(`large ${made++}`))
    inbox.execute({ tasks, payloads: tasks.map(() => new Uint8Array(1_048_576)) })
  }
  return { files, inbox, checkpoints, fill }
}

describe('checkpoints', () => {
  it('move what was committed to the file while its writer goes on', () => {
    const { files, checkpoints, fill } = open()
    fill(4)
    expect(statSync(files.inbox).size).toBeLessThan(1_048_576)
    expect(checkpoints.run()).toEqual([])
    expect(statSync(files.inbox).size).toBeGreaterThan(4 * 1_048_576)
  })

  it.each(['before the first', 'after one'])('make no file where it was moved away, and leave its log: %s', (when) => {
    const { files, inbox, checkpoints, fill } = open()
    if (when === 'after one') checkpoints.run()
    fill(1)
    const log = statSync(`${files.inbox}-wal`)
    renameSync(files.inbox, `${files.inbox}-moved`)
    expect(checkpoints.run()).toEqual([])
    const reader = new FileReader(files)
    expect(() => reader.inbox('registrations', [])).toThrow('was deleted or replaced')
    reader.close()
    expect(existsSync(files.inbox)).toBe(false)
    expect(statSync(`${files.inbox}-wal`)).toMatchObject({ ino: log.ino, size: log.size })
    renameSync(`${files.inbox}-moved`, files.inbox)
    expect(inbox.execute({ tasks: [acceptTask('back')], payloads: [new Uint8Array(1)] }).answers).toEqual([-2])
  })

  it('tell which log has grown long, and its writer ends that', () => {
    const { files, inbox, checkpoints, fill } = open()
    for (let round = 0; round < 3; round += 1) {
      fill(20)
      expect(checkpoints.run()).toEqual(['inbox'])
      fill(1)
      inbox.checkpoint()
    }
    // The log began anew each time.
    expect(statSync(`${files.inbox}-wal`).size).toBeLessThan(30 * 1_048_576)
    expect(checkpoints.run()).toEqual([])
  })

  it('make a log that grew beside a long reader small again when that has ended', () => {
    const { files, inbox, checkpoints, fill } = open()
    fill(1)
    const reader = new DatabaseSync(files.inbox)
    onTestFinished(() => reader.close())
    reader.exec('BEGIN; SELECT count(*) FROM entries')
    for (let round = 0; round < 5; round += 1) {
      fill(20)
      checkpoints.run()
      inbox.checkpoint()
    }
    const grown = statSync(`${files.inbox}-wal`).size
    expect(grown).toBeGreaterThan(100 * 1_048_576)
    reader.exec('COMMIT')
    checkpoints.run()
    inbox.checkpoint()
    fill(1)
    expect(statSync(`${files.inbox}-wal`).size).toBeLessThanOrEqual(64 * 1_048_576)
  })

  it('do nothing while nothing changes or where there is nothing', () => {
    const { checkpoints } = open()
    checkpoints.run()
    expect(checkpoints.run()).toEqual([])
    expect(new Checkpoints(filesOf('/nowhere/merchant.db')).run()).toEqual([])
  })
})
