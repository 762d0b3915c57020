import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { kinds } from '../../src/index.ts'
import { fixtures, loadFixture } from '../../src/testing/fixture.ts'

describe('The fixture files', () => {
  it('are many, and every kind has its own', () => {
    expect(fixtures().length).toBeGreaterThanOrEqual(90)
    expect(fixtures().map(({ kind }) => kind)).toEqual(kinds.flatMap((kind) => fixtures(kind).map(() => kind)))
    for (const kind of kinds) expect(fixtures(kind).length).toBeGreaterThan(10)
  })

  it('are named as the fixtures in them', () => {
    for (const { name, kind } of fixtures()) {
      expect(name.split('/')[0]).toBe(kind)
      expect(existsSync(new URL(`../../fixtures/${name}.json`, import.meta.url)), name).toBe(true)
    }
  })

  it.each(kinds)('%s is there in PascalCase, in camelCase and mixed', (kind) => {
    const names = fixtures(kind).map(({ name }) => name)
    for (const casing of ['pascal', 'camel', 'mixed']) {
      expect(names.filter((name) => name.includes(casing))).not.toEqual([])
    }
  })

  it.each(kinds)('%s has bad input, and something that is accepted', (kind) => {
    expect(fixtures(kind).some(({ expect: { problem } }) => problem !== undefined)).toBe(true)
    expect(fixtures(kind).some(({ expect: { event } }) => event !== undefined)).toBe(true)
  })

  it('name a section of the reference, a row of the field notes, or bad input', () => {
    const sources = new Set(fixtures().map(({ source }) => source))
    for (const source of sources) {
      expect(source).toMatch(/^(?:reference \d(?:\.\d+)?|field notes, (?:Payloads: .+|Transport)|bad input)$/)
    }
  })

  it('hold no phone number but the one that is nobody’s', () => {
    const text = JSON.stringify(fixtures())
    expect(text.match(/\+\d{9,}/g)?.filter((number) => number !== '+233000000000')).toEqual([])
  })

  it('share no session and no payment, so that one application can take them all', () => {
    const sessions = fixtures().flatMap(({ kind, expect: { event } }) =>
      kind === 'ussd' || kind === 'programmable' ? [event?.sessionId ?? null] : [],
    )
    const known = sessions.filter((session) => session !== null)
    expect(new Set(known).size).toBe(known.length)

    const payments = fixtures().flatMap(({ kind, expect: { event } }) =>
      event?.paymentId === undefined || event.paymentId === null ? [] : [`${kind} ${event.paymentId}`],
    )
    expect(new Set(payments).size).toBe(payments.length)
  })

  it('cannot be changed by the test that reads them', () => {
    const { request } = loadFixture('checkout/paid-pascal')
    expect(Object.isFrozen(request)).toBe(true)
    expect(Object.isFrozen(request.body)).toBe(true)
  })
})
