import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fixtures, loadFixture } from '../../src/testing/fixture.ts'
import { replay } from '../../src/testing/replay.ts'

describe('loadFixture', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fixtures-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const written = (text: string): URL => {
    const file = join(folder, 'own.json')
    writeFileSync(file, text)
    return pathToFileURL(file)
  }

  it('gives the fixture of a name, the same that fixtures gives', () => {
    const fixture = loadFixture('ussd/dialled-answers')
    expect(fixture.expect.event?.answers).toEqual(['5', '3'])
    expect(fixtures('ussd')).toContain(fixture)
  })

  it('names the nearest where there is none of that name', () => {
    expect(() => loadFixture('ussd/dialed-answer')).toThrow(
      expect.objectContaining({
        code: 'FMW_FIXTURE_UNKNOWN',
        message: "There is no fixture 'ussd/dialed-answer'; 'ussd/dialled-answers' may be meant",
      }),
    )
    expect(() => loadFixture('zzz')).toThrow(/^There is no fixture 'zzz'; for a file of your own, name must be a URL: /)
  })

  it.each(['./pushes/tuesday.json', '/srv/pushes/tuesday', 'C:\\pushes\\tuesday', 'file:///srv/tuesday.json'])(
    'takes no path as text, and says how to name a file: %s',
    (path) => {
      expect(() => loadFixture(path)).toThrow(
        expect.objectContaining({
          code: 'FMW_FIXTURE_UNKNOWN',
          message: expect.stringMatching(
            /name must be a URL: new URL\('\.\/own\.json', import\.meta\.url\), or pathToFileURL/,
          ),
        }),
      )
    },
  )

  it('takes none in replay either, which says what to give', async () => {
    await expect(replay('http://127.0.0.1:1', './pushes/tuesday.json')).rejects.toThrow(
      "There is no fixture './pushes/tuesday.json'; for a file of your own, give loadFixture(…) with its URL: new URL('./own.json', import.meta.url)",
    )
  })

  it('says both of a name with the end of a file: which fixture may be meant, and how to name a file', () => {
    expect(() => loadFixture('checkout/paid-camel.json')).toThrow(
      /; 'checkout\/paid-camel' may be meant; for a file of your own, name must be a URL/,
    )
  })

  it('reads a file of your own', () => {
    const own = {
      name: 'ussd/of-my-own',
      kind: 'ussd',
      description: 'What came last Tuesday',
      source: 'production',
      request: { method: 'POST', query: { a: ['1', '2'] }, headers: { 'x-own': '1' }, text: '{}' },
      expect: { status: 400, problem: { code: 'FMW_FIELD', field: 'SessionId' } },
    }
    expect(loadFixture(written(JSON.stringify(own)))).toEqual(own)
  })

  it('refuses a file that is not JSON', () => {
    expect(() => loadFixture(written('{'))).toThrow(
      expect.objectContaining({
        code: 'FMW_FIXTURE_INVALID',
        message: `${join(folder, 'own.json')} is no fixture: it is not JSON`,
      }),
    )
  })

  it('says what is wrong with a file that is no fixture', () => {
    const { kind, ...others } = { ...loadFixture('ussd/timeout'), kind: 'usdd' }
    expect(() => loadFixture(written(JSON.stringify({ kind, ...others })))).toThrow(
      expect.objectContaining({ code: 'FMW_FIXTURE_INVALID', message: expect.stringContaining("at '/kind': ") }),
    )
    expect(() => loadFixture(written(JSON.stringify({ ...loadFixture('ussd/timeout'), expects: {} })))).toThrow(
      expect.objectContaining({ message: expect.stringContaining("at '/expects': ") }),
    )
  })
})

describe('fixtures', () => {
  it('refuses a kind that does not exist, because a loop over nothing would pass', () => {
    // @ts-expect-error there is no such kind
    expect(() => fixtures('usdd')).toThrow(
      expect.objectContaining({
        code: 'FMW_FIXTURE_UNKNOWN',
        message:
          "There is no kind 'usdd'; there are: ussd, programmable, checkout, fulfilment, ussdPayment, deliveryReport, inboundMessage",
      }),
    )
  })
})
