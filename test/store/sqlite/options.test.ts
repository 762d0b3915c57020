import { describe, expect, it } from 'vitest'
import { sqliteStore } from '../../../src/store/sqlite/index.ts'
import { readOptions } from '../../../src/store/sqlite/options.ts'
import { rowsOf } from '../../docs/documents.ts'
import { fileOfTest } from './opened.ts'

const refused = expect.objectContaining({ code: 'FMW_STORE_ARGUMENT' })

describe('what sqliteStore is given', () => {
  it.each(['', ':memory:', 'file:merchant.db'])('is no file when it is %j', (file) => {
    expect(() => sqliteStore(file)).toThrow(refused)
  })

  it.each([
    [':memory:', 'to keep nothing, take memoryStore()'],
    ['file:merchant.db', "give the path itself, such as 'merchant.db'"],
  ])('says what to give in place of %j', (file, mend) => {
    expect(() => sqliteStore(file)).toThrow(`is not the path of a file: ${mend}`)
  })

  it.each([
    { timeout: 0 },
    { timeout: 1.5 },
    { timeout: 2 ** 31 },
    { lockWait: -1 },
    { maxWaiting: 0 },
    { maxWaitingBytes: Number.NaN },
  ])('is refused when a number cannot be used: %j', (options) => {
    expect(() => sqliteStore(fileOfTest(), options)).toThrow(refused)
  })

  it('is refused when an option does not exist, and says which do', () => {
    const options = JSON.parse('{"lockwait":1}')
    expect(() => sqliteStore(fileOfTest(), options)).toThrow(
      /lockwait .*timeout, lockWait, maxWaiting, maxWaitingBytes/,
    )
  })

  it('may leave out everything, or say undefined', () => {
    const options = JSON.parse('{}')
    expect(sqliteStore(fileOfTest(), { ...options, timeout: undefined })).toMatchObject({
      name: 'sqlite',
      durability: 'power',
    })
  })

  it('is described in the guide, with its default', () => {
    const described = rowsOf('docs/guides/sqlite.md', 'Options').map(([name = '', value = '']) => [
      name.replaceAll('`', ''),
      Number(value.replaceAll(',', '')),
    ])
    const { file, ...settings } = readOptions('merchant.db', {})
    expect(file).toMatch(/merchant\.db$/)
    expect(Object.fromEntries(described)).toEqual(settings)
  })
})
