import { performance } from 'node:perf_hooks'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDialCodes, readDialledAnswers } from '../../src/pushes/reading/dial-string.ts'

describe('answers dialled with the code', () => {
  it.each([
    ['*714*5*3#', '714', ['5', '3']],
    ['*714*5*3#', '*714#', ['5', '3']],
    ['*714*5*3#', '*714*5#', ['3']],
    ['*714*5*3#', '714*5', ['3']],
    ['*714*5*3#', '', ['5', '3']],
    // A code that the text does not start with says nothing: the first part was dialled to get here.
    ['*714*5*3#', '999', ['5', '3']],
    ['*714*5*3#', '*714*6#', ['5', '3']],
    ['*714*5*3#', '*714*5*3*1#', ['5', '3']],
    ['*714*5*3', '714', ['5', '3']],
    ['*714*5*3# ', '714', ['5', '3']],
    ['*714*05*0#', '714', ['05', '0']],
    ['*714**3#', '714', ['', '3']],
    ['**714*5##', '714', ['5']],
    ['*714*a b#', '714', ['a b']],
    ['*714*1#2#', '714', ['1#2']],
  ])('of %s with the code %j are %j', (message, serviceCode, answers) => {
    expect(readDialledAnswers(message, serviceCode)).toEqual(answers)
  })

  it.each([
    ['*714#', '*714#'],
    ['*714#', '714'],
    ['*714*5#', '*714*5#'],
    ['*714*5#', '714*5'],
    ['*714#', ''],
    ['*', ''],
    ['*#', '714'],
    ['***###', '714'],
    ['', '714'],
    ['', ''],
    ['5*3', '714'],
    ['714*5*3#', '714'],
    ['#714*5#', '714'],
    ['hello', '714'],
  ])('of %j with the code %j are none', (message, serviceCode) => {
    expect(readDialledAnswers(message, serviceCode)).toEqual([])
  })

  it.each([
    [['*713*45#'], '*713*45#', []],
    [['*713*45#'], '*713*45*1*2#', ['1', '2']],
    [['713*45'], '*713*45*1', ['1']],
    [['*713*45#'], '713*45*1#', ['1']],
    [['*713*45#'], '*713*4*1#', ['4', '1']],
    [['*713*45#'], '*713*451#', ['451']],
    [['*713*45#'], '*713#', []],
    [['*713#', '*713*45#', '*713*45*6#'], '*713*45*6*7#', ['7']],
    [['*713#', '*713*45#', '*713*45*6#'], '*713*45*7#', ['7']],
    [['*713*45*6#', '*713*45#', '*713#'], '*713*4*6#', ['4', '6']],
    [['*714*5#', '*713*45#'], '*713*45*9#', ['9']],
    [['*713*45#'], '', []],
    [['*713*45#'], 'hello', []],
  ])('behind one of the codes %j of the merchant in %s are %j', (own, message, answers) => {
    const codes = readDialCodes(own)
    for (const serviceCode of ['713', '*713#', '', '999']) {
      expect(readDialledAnswers(message, serviceCode, codes)).toEqual(answers)
    }
    if (answers.length === 0) return
    for (const serviceCode of ['714*5', '*714*22', '*714*100#']) {
      expect(readDialledAnswers(message, serviceCode, codes)).toEqual(answers)
    }
  })

  it.each([
    [''],
    ['*'],
    ['*#'],
    ['*713*#'],
    ['713 45'],
    ['**713#'],
    ['*713*a#'],
    [713],
    ['*713*45##'],
    ['9'.repeat(30)],
  ])('are not read behind %j, which is no code', (code) => {
    expect(readDialCodes(['*713#', code])).toBeUndefined()
  })

  it('are what stands between the stars after the code, whatever it is', () => {
    const part = fc.stringMatching(/^[0-9a-z]{1,5}$/)
    const code = fc.array(part, { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(code, fc.array(part), (dialled, answers) => {
        const message = `*${[...dialled, ...answers].join('*')}#`
        expect(readDialledAnswers(message, `*${dialled.join('*')}#`)).toEqual(answers)
        expect(readDialledAnswers(message, dialled.join('*'))).toEqual(answers)
      }),
    )
  })

  it('cost as much as the text is long, also when it is built to cost more', () => {
    const started = performance.now()
    for (const long of ['#', '*', ' ', '*#', '# '])
      readDialledAnswers(`*1${long.repeat(131_072 / long.length)}a`, `1${long.repeat(20_000)}`)
    // Milliseconds where it is linear; half a minute where it is not.
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})
